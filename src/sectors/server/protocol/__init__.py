"""The protocol between clients and the server: requests, responses and errors."""
