"""HTTP: the application, its routes and its middleware."""
