"""The pages and verbs around the tables: each module is one thing people come for."""
