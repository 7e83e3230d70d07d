"""Tables on MQTT: what a table tells a broker, what Home Assistant is told of it, and what a hub hears of many."""
