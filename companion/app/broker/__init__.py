"""Tables on MQTT: what a table publishes, its Home Assistant discovery, and what a hub receives."""
