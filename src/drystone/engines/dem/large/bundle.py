"""What the kernels of large displacements see beside `World` and `Motion`."""

from __future__ import annotations

from drystone.bundle import Bundle, reals, whole


class Turned(Bundle):
    """Pieces with frames that turn with them, contacts that follow their faces. p pieces: those that deform first."""

    # pieces
    start = reals(2)        #: (n, 3) [m], nodes at the start
    home = reals(2)         #: (e, 3) [m], nodes at the start, from the centre of mass of their piece
    node_mass = reals(1)    #: (e,) [kg]
    piece_ptr = whole(1)    #: (p + 1,) nodes of each piece
    piece_body = whole(1)   #: (p,) rigid body of a piece, -1 where it deforms
    turn = reals(2)         #: (p, 4) unit quaternions, from the start to now
    rotation = reals(2)     #: (p, 9) the same as matrices, row by row
    place = reals(2)        #: (n, 3) [m], where the nodes are
    seen = reals(2)         #: (n, 3) [m], where they were when contacts were looked for
    local = reals(1)        #: (3 n,) [m], room: displacements in the frames of the pieces
    inner = reals(1)        #: (3 n,) [N], room: forces there
    # contacts
    base = whole(1)         #: (i,) piece whose face carries the frame
    own_frame = reals(2)    #: (i, 9) rows n, t1, t2 in the frame of that piece
    limit = reals(2)        #: (i, 2) [m], how far points may drift: pressed, open
    anchor = reals(2)       #: (3, m) [m], place of b from a, along n, t1, t2, that counts as no displacement
