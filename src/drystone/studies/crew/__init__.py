"""Who carries out runs: processes of this machine, or workers of a cluster."""
