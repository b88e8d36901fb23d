"""What a study has found, from its rows: domains, fragility, capacities, spectra."""
