"""Statics of elastic joints laid without stress, by Coulomb's law without dilatancy. See ../README.md."""
