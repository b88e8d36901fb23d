"""The live link to programs for design: meshes in, verdict, load factor, poses, forces and thrust line back."""
