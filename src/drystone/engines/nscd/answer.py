"""What the solve of a step gives."""

from __future__ import annotations

from dataclasses import dataclass, replace

from drystone.solvers.cone.parts import Part, join
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge


@dataclass(frozen=True, slots=True)
class Answer:
    """Last cone problem of a step and its solution."""

    problem: ContactProblem
    solution: ContactSolution
    solve_count: int
    flow_residual: float   #: of the friction law at the worst contact [m/s]
    flow_converged: bool   #: it is within what was asked for
    settled_count: int     #: blocks taken to exact rest
    rigid_residual: float = 0.0   #: as flow_residual, of joints that give nothing [m/s]
    momentum: float = 0.0         #: error of the momentum, see `CoulombResiduals` [-]

    @property
    def is_solved(self) -> bool:
        return self.solution.status is SolveStatus.SOLVED


def join_answers(whole: ContactProblem, parts: list[Part], answers: list[Answer]) -> Answer:
    """One answer to the whole problem from those of its parts."""
    bias, compliance = whole.bias.copy(), None if whole.compliance is None else whole.compliance.copy()
    for part, answer in zip(parts, answers):
        bias[part.contacts] = answer.problem.bias
        if answer.problem.compliance is not None:
            compliance[part.contacts] = answer.problem.compliance
    problem = replace(whole, bias=bias, compliance=compliance)
    solution = join(problem, parts, [answer.solution for answer in answers])
    solution = replace(solution, residuals=judge(problem, solution.twist, solution.impulse))
    return Answer(problem, solution, max(answer.solve_count for answer in answers),
                  max(answer.flow_residual for answer in answers), all(answer.flow_converged for answer in answers),
                  sum(answer.settled_count for answer in answers), max(answer.rigid_residual for answer in answers),
                  max(answer.momentum for answer in answers))
