"""Results for other programs: ParaView (VTKHDF, PVD), tables (CSV), animated scenes (glTF), studies (HDF5). See
docs/export.md.

`frames` turns a result into slabs of frames, a few megabytes at a time; each format has its own file and sees nothing
of the store.
"""

FORMATS = ("vtkhdf", "pvd", "csv", "gltf")

#: Of studies.
STUDY_FORMATS = ("hdf5",)
