// Runs commands; works on any Node from 20 on.
import { spawn } from "node:child_process";

/** Runs a command quietly. @throws Error with everything it printed, when it fails */
export async function runStep(title, command, args, options) {
  console.log(`${title}…`);
  const { code, output } = await collect(command, args, options);
  if (code !== 0) throw new Error(`${output.trim()}\n${title} failed.`);
}

/** Runs a command and resolves with its exit code and everything it printed. */
export function collect(command, args, options) {
  return run(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs a command on our own terminal and resolves with its exit code. */
export async function show(command, args, options) {
  return (await run(command, args, { ...options, stdio: "inherit" })).code;
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    const release = passSignals(child);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => (release(), reject(error)));
    child.on("close", (code, signal) => (release(), resolve({ code: code ?? signal, output })));
  });
}

/** A signal that ends this process ends the child first. @returns a function that undoes this */
function passSignals(child) {
  const pass = (signal) => {
    child.kill(signal);
    child.once("close", () => process.exit(signal === "SIGINT" ? 130 : 143));
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}
