"""Smithing: designs, their difficulty and costs, the workbench, the work itself."""
