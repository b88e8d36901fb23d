"""Between contacts and blocks: by groups, runs of contacts that share a pair of blocks.

The twist of block b against block a at the group's first point is worked out once and handed to the lanes
(`spread_twist`); wrenches and stiffnesses of the lanes are summed by group (`sum_groups`), and the sums go to the
blocks (placing.py), all in a fixed order.

The contacts are cut into chunks of CHUNK bundles, so that several passes over one chunk find its numbers in the nearest
cache, and threads can take chunks. `chunk_group[k]` is the first group that begins in chunk k or after it. A group
whose contacts go on beyond its chunk is left out by `sum_groups` and made up for by `sum_straddling`.
"""

from __future__ import annotations

from drystone.kernels import kernel
from drystone.solvers.lanes import A0, A1, A2, A3, A4, A5, LANES, V0, V1, V2, V3, V4, V5, start

#: Bundles of a chunk.
CHUNK = 32

#: Contacts of a chunk.
CHUNK_CONTACTS = CHUNK * LANES


@kernel
def find_chunks(group_ptr, chunk_group):
    """Fill chunk_group (k + 1,), k chunks; its last entry is the number of groups."""
    groups, g = group_ptr.shape[0] - 1, 0
    for k in range(chunk_group.shape[0]):
        while g < groups and group_ptr[g] < k * CHUNK_CONTACTS:
            g += 1
        chunk_group[k] = g
    chunk_group[-1] = groups


@kernel
def spread_twist(a, twist, group_ptr, group_a, group_b, arm_a, arm_b, chunk_group, chunk):
    """V of the contacts of a chunk: twist (n, 6) of block b against block a at the first point of the group."""
    begin, end = chunk * CHUNK_CONTACTS, min((chunk + 1) * CHUNK_CONTACTS, group_ptr[-1])
    first = chunk_group[chunk]
    if first > 0 and group_ptr[first] > begin:       # the group before goes on in this chunk
        first -= 1
    for g in range(first, chunk_group[chunk + 1]):
        v0, v1, v2, v3, v4, v5 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        b = group_b[g]
        if b >= 0:
            r0, r1, r2 = arm_b[g, 0], arm_b[g, 1], arm_b[g, 2]
            v3, v4, v5 = twist[b, 3], twist[b, 4], twist[b, 5]
            v0 = twist[b, 0] + (v4 * r2 - v5 * r1)
            v1 = twist[b, 1] + (v5 * r0 - v3 * r2)
            v2 = twist[b, 2] + (v3 * r1 - v4 * r0)
        b = group_a[g]
        if b >= 0:
            r0, r1, r2 = arm_a[g, 0], arm_a[g, 1], arm_a[g, 2]
            w3, w4, w5 = twist[b, 3], twist[b, 4], twist[b, 5]
            v0 -= twist[b, 0] + (w4 * r2 - w5 * r1)
            v1 -= twist[b, 1] + (w5 * r0 - w3 * r2)
            v2 -= twist[b, 2] + (w3 * r1 - w4 * r0)
            v3 -= w3
            v4 -= w4
            v5 -= w5
        for c in range(max(group_ptr[g], begin), min(group_ptr[g + 1], end)):
            i = start(c)
            a[i + V0] = v0
            a[i + V1] = v1
            a[i + V2] = v2
            a[i + V3] = v3
            a[i + V4] = v4
            a[i + V5] = v5


@kernel
def sum_group(a, field, group_ptr, g, total):
    """total[g, :] = sums over the contacts of group g of the fields from `field` on."""
    first, end = group_ptr[g], group_ptr[g + 1]
    i = start(first) + field
    for k in range(total.shape[1]):
        total[g, k] = a[i + k * LANES]
    for c in range(first + 1, end):
        i = start(c) + field
        for k in range(total.shape[1]):
            total[g, k] += a[i + k * LANES]


@kernel
def sum_groups(a, field, group_ptr, chunk_group, chunk, total):
    """total[g, :] = sums over the group's contacts of the fields from `field` on; of the groups wholly in a chunk."""
    end = (chunk + 1) * CHUNK_CONTACTS
    for g in range(chunk_group[chunk], chunk_group[chunk + 1]):
        if group_ptr[g + 1] <= end:
            sum_group(a, field, group_ptr, g, total)


@kernel
def sum_wrenches(a, group_ptr, chunk_group, chunk, total):
    """As `sum_groups` for the six fields of `push_wrench`, which stay in registers."""
    end = (chunk + 1) * CHUNK_CONTACTS
    for g in range(chunk_group[chunk], chunk_group[chunk + 1]):
        if group_ptr[g + 1] <= end:
            f0, f1, f2, m0, m1, m2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for c in range(group_ptr[g], group_ptr[g + 1]):
                i = start(c)
                f0 += a[i + A0]
                f1 += a[i + A1]
                f2 += a[i + A2]
                m0 += a[i + A3]
                m1 += a[i + A4]
                m2 += a[i + A5]
            total[g, 0], total[g, 1], total[g, 2], total[g, 3], total[g, 4], total[g, 5] = f0, f1, f2, m0, m1, m2


@kernel
def sum_straddling(a, field, group_ptr, chunk_group, total):
    """What `sum_groups` left out."""
    for chunk in range(chunk_group.shape[0] - 1):
        g = chunk_group[chunk + 1] - 1
        if g >= chunk_group[chunk] and group_ptr[g + 1] > (chunk + 1) * CHUNK_CONTACTS:
            sum_group(a, field, group_ptr, g, total)
