// One long step with one line of progress; runs on any Node from 20 on.
import { spawn } from "node:child_process";

/**
 * Runs a command quietly. On a terminal one line counts the seconds; elsewhere a line says that it
 * begins. What the command printed appears only when it fails. Signals reach the command too.
 */
export async function runStep(title, command, args, options = {}) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = process.stdout.isTTY === true;
  process.stdout.write(live ? `${title}…` : `${title}…\n`);
  const ticker = setInterval(() => {
    if (live) process.stdout.write(`\r${title}… ${seconds()} s`);
  }, 1000);
  const { code, output } = await collect(command, args, options).finally(() =>
    clearInterval(ticker),
  );
  if (live)
    process.stdout.write(`\r${title}: ${code === 0 ? "done" : "failed"} (${seconds()} s)\n`);
  if (code === 0) return;
  throw new Error(`${output.trim()}\n${title} failed.`);
}

/** Runs a command and resolves with its exit code and everything it printed. */
export function collect(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const release = passSignals(child);
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => (release(), reject(error)));
    child.on("close", (code, signal) => (release(), resolve({ code: code ?? signal, output })));
  });
}

/** Runs a command on our own terminal and resolves with its exit code. */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: "inherit" });
    const release = passSignals(child);
    child.on("error", (error) => (release(), reject(error)));
    child.on("close", (code, signal) => (release(), resolve(code ?? signal)));
  });
}

/** What ends us ends the child first: nothing is left running. Returns the way to undo this. */
function passSignals(child) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const pass = (signal) => {
    child.kill(signal);
    child.once("close", () => process.exit(signal === "SIGINT" ? 130 : 143));
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}
