"""Kinds of studies: each says which runs it wants, given what is known so far."""
