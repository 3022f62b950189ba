"""The five documents' dialogues: functions of two streams."""
