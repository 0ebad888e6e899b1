"""The use of objects: eating, drinking, wearing, picking up, refuelling, descriptions."""
