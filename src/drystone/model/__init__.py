"""The structure: `Assembly` is what people edit, `Model` what engines see, `State` what a run changes."""
