// The application as a visitor meets it, on an empty folder that goes away with it.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

const dataDir = process.env["E2E_DATA_DIR"] ?? mkdtempSync(join(tmpdir(), "market-e2e-"));
// Under root the database runs as another account, which must be let through.
chmodSync(dataDir, 0o711);

const application = spawn(process.execPath, [resolve("server/src/main.ts")], {
  // Away from an operator's own `.env`.
  cwd: dataDir,
  env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => application.kill(signal));
}
application.on("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
