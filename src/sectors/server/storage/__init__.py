"""The database: schema, connections and queries."""
