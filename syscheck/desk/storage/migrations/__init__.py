"""How the tables came to their form, step by step; `Database.migrate` goes the steps that are left."""
