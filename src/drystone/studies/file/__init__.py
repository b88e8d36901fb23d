"""Study files: what varies, which motions at which level, what is kept."""
