// Loaded before the product: it stops when the test process that holds its standard input is gone.
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM")).resume();
