# SPDX-License-Identifier: GPL-3.0-or-later
# The Python process beside the program: it runs what the program sends, and asks the program for every function of the
# module gnubg. Both sides send lines of JSON over the socket that is the standard input of this process.
import sys

# Nothing of the current folder may be taken for a module: it can come from anywhere.
sys.path[:] = [folder for folder in sys.path if folder not in ("", ".")]
if sys.version_info < (3, 8):
    sys.stderr.write("gnubg: Python %s is too old; 3.8 or newer is needed\n" % sys.version.split()[0])
    sys.exit(3)

import builtins
import code
import io
import json
import os
import select
import signal
import socket
import threading
import traceback
import types


class Link:
    """The connection to the program. Every message except texts gets one answer."""

    def __init__(self):
        self.socket = socket.socket(fileno=os.dup(0))
        self.reader = self.socket.makefile("rb")
        self.lock = threading.RLock()
        # Whether the program waits for the end of something that runs here.
        self.is_running = False
        # Whether the main thread waits for an answer: an interruption then counts after it.
        self.is_waiting = False
        self.is_interrupted = False

    def send(self, message):
        text = json.dumps(message, ensure_ascii=False, allow_nan=False)
        with self.lock:
            self.socket.sendall(text.encode("utf-8", "replace") + b"\n")

    def receive(self):
        line = self.reader.readline()
        if not line:
            os._exit(1)
        return json.loads(line)

    def ask(self, message):
        """Send a message and return the answer."""
        is_main = threading.current_thread() is threading.main_thread()
        with self.lock:
            if not self.is_running:
                raise RuntimeError("gnubg can be used only while a script runs")
            flush()
            self.is_waiting = is_main
            try:
                self.send(message)
                answer = self.receive()
            finally:
                self.is_waiting = False
        if is_main and self.is_interrupted:
            self.is_interrupted = False
            raise KeyboardInterrupt
        return answer

    def interrupt(self, _signal, _frame):
        """Called in the main thread when the program says so."""
        if self.is_waiting:
            self.is_interrupted = True
        elif self.is_running:
            raise KeyboardInterrupt

    def watch(self):
        """Leave when the program has gone."""
        # Signals must wake the main thread. While one is pending there, the system would give the next one to this thread.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGUSR1])
        poll = select.poll()
        poll.register(self.socket, getattr(select, "POLLRDHUP", 0))
        while True:
            poll.poll()
            os._exit(1)


class Input(io.TextIOBase):
    """Standard input: lines come from the program, which knows who types."""

    def readable(self):
        return True

    def readline(self, size=-1):
        return self.read_line("")

    def read(self, size=-1):
        return "".join(iter(self.readline, ""))

    @staticmethod
    def read_line(prompt):
        answer = link.ask({"ask": str(prompt)})
        if answer.get("interrupted"):
            raise KeyboardInterrupt
        line = answer.get("line")
        return "" if line is None else line + "\n"


class Output(io.TextIOBase):
    """Standard output or standard error where the program shows them itself."""

    encoding = "utf-8"

    def __init__(self, is_error):
        self.is_error = is_error
        self.held = ""

    def writable(self):
        return True

    def write(self, text):
        self.held += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self):
        held, self.held = self.held, ""
        if held:
            link.send({"print": held, "error": self.is_error})


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            # A script may have closed or replaced it.
            pass


def read_input(prompt=""):
    """Read a line of input; the same as Python's own, with the program's line editing."""
    line = Input.read_line(prompt)
    if not line:
        raise EOFError
    return line.rstrip("\n")


def call(name, args, kwargs):
    return link.ask({"call": name, "args": args, "kwargs": kwargs})


def run_code(text, name):
    exec(compile(text, name, "exec", dont_inherit=True), main.__dict__)


def run_file(path, argv):
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.argv = argv
    main.__dict__["__file__"] = path
    with io.open_code(os.path.abspath(path)) as file:
        source = file.read()
    run_code(source, path)


def push(line):
    """Take a line of an interactive session."""
    lines.append(line)
    if console.runsource("\n".join(lines), "<stdin>", "single"):
        return "more"
    del lines[:]
    return "ok"


def start(message):
    """Prepare everything, and run the scripts of the user that are meant for the start."""
    gnubg = types.ModuleType("gnubg", "The running program. help(gnubg.NAME) explains a function.")
    facade = types.ModuleType("gnubg_facade")
    exec(compile(message["facade"], "<gnubg>", "exec"), facade.__dict__)
    facade.define(gnubg.__dict__, message["tools"], call)
    sys.modules["gnubg"] = gnubg
    main.__dict__["gnubg"] = gnubg
    exec(compile(message["helpers"], "<gnubg>", "exec"), main.__dict__)
    if message["captured"]:
        sys.stdout, sys.stderr = Output(False), Output(True)
    else:
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(line_buffering=True)
    sys.stdin = Input()
    builtins.input = read_input
    for folder in message["folders"]:
        sys.path.append(folder)
    for path in message["scripts"]:
        run_file(path, [path])


def carry_out(message):
    if "start" in message:
        start(message["start"])
    elif "run" in message:
        run_code(message["run"], "<gnubg>")
    elif "file" in message:
        run_file(message["file"], message["argv"])
    elif "push" in message:
        return push(message["push"])
    elif "reset" in message:
        del lines[:]
    return "ok"


def guarded(message):
    """Carry out a message; its status, and the exit code a script asks for."""
    try:
        return carry_out(message), 0
    except SystemExit as end:
        del lines[:]
        if end.code is None or isinstance(end.code, int):
            return "exit", end.code or 0
        sys.stderr.write(str(end.code) + "\n")
        return "exit", 1
    except BaseException as error:
        report = traceback.TracebackException.from_exception(error)
        # The frames of this file are of no interest.
        frames = [frame for frame in report.stack if frame.filename != __file__]
        report.stack = traceback.StackSummary.from_list(frames)
        sys.stderr.write("".join(report.format()))
        return ("interrupted" if isinstance(error, KeyboardInterrupt) else "failed"), 1


def main_loop():
    while True:
        message = link.receive()
        link.is_interrupted = False
        link.is_running = True
        try:
            status, exit_code = guarded(message)
        except KeyboardInterrupt:
            status, exit_code = "interrupted", 1
        link.is_running = False
        flush()
        link.send({"done": status, "code": exit_code})


__file__ = Link.ask.__code__.co_filename
sys.argv = [""]
link = Link()
# The socket is not for scripts and the programs they start.
os.dup2(os.open("/dev/tty" if sys.stdout.isatty() and os.access("/dev/tty", os.R_OK) else os.devnull, os.O_RDONLY), 0)
main = types.ModuleType("__main__")
sys.modules["__main__"] = main
console = code.InteractiveInterpreter(main.__dict__)
lines = []
# The program decides what Ctrl+C means, and sends SIGUSR1.
signal.signal(signal.SIGINT, lambda *_: None)
signal.signal(signal.SIGUSR1, link.interrupt)
threading.Thread(target=link.watch, daemon=True).start()
main_loop()
