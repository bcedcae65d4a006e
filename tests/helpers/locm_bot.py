"""A small LoCM bot for the tests: python locm_bot.py DRAFT_ANSWER BATTLE_ANSWER [DRAFT_TURNS].

An answer is printed as it is, except: 'exit N', 'die', 'sleep' (with a child process that sleeps too, whose
id is written to the file named in CHILD), 'flood', 'close'. After DRAFT_TURNS draft answers (default: 30)
it gives the battle answer.
"""

import os
import signal
import subprocess
import sys
import time


def read_turn():
    head = [input() for _ in range(3)]
    lines = [input() for _ in range(int(head[2].split()[1]))]
    return head + lines + [input() for _ in range(int(input()))]


def answer(text):
    if text.startswith("exit"):
        sys.exit(int(text.split()[1]))
    if text == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "sleep":
        child = subprocess.Popen(["sleep", "1000"])
        with open(os.environ["CHILD"], "w") as file:
            file.write(str(child.pid))
        time.sleep(1000)
    if text == "close":
        os.close(1)
        time.sleep(1000)
    while text == "flood":
        print("x" * 100_000, end="", flush=True)
    print(text, flush=True)


if __name__ == "__main__":
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 30):
        read_turn()
        answer(sys.argv[1])
    while True:
        read_turn()
        answer(sys.argv[2])
