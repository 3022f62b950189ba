"""Ids that between them reach every option of every game."""

IDS = {
    "solitario": [
        "solitario:english",
        "solitario:french",
        "solitario:wiegleb",
        "solitario:diamond",
        "solitario:sample",
        "solitario:english,hole=a3,goal=g3",
        "solitario:6x8,steps=20#5",
        "solitario:32x32,steps=60#1",
        "solitario:1x1,steps=0#1",
        "solitario:3",
    ],
    "fuga": ["fuga:7", "fuga:9", "fuga:11,repeats=0", "fuga:13", "fuga:19,repeats=2"],
    "drench": [
        "drench:15x15,6#77",
        "drench:4x7,3,limit=5#1",
        "drench:1x1,2#0",
        "drench:6x6,10#2",
        "drench:8x8,6,players=2#3",
        "drench:7x5,4,players=2,symmetric=no#4",
        "drench:2x2,3,players=2#5",
    ],
    "2048": ["2048:4,2#1234", "2048:2,1#0", "2048:3,9#7", "2048:5,3,goal=16#1", "2048:3,2,goal=8,keep=yes#2"],
    "oca": [
        "oca:2#5",
        "oca:3#5",
        "oca:8,first=3#1",
        "oca:2,begin=0,dice=2,exact=yes#2",
        "oca:2,relieved=yes#3",
        "oca:3,relieved=yes,track=12.goose.3.7.bridge.2.9.inn.4.1.prison.5.2.well.6.3.maze.10.2.death.11.1#9",
    ],
}
