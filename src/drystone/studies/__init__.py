"""Many runs: what follows from tables of them. `fragility` fits curves to such tables, ours or anyone's."""
