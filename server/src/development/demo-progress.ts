export type Progress = { step(done: number): void; end(): void };

const barWidth = 30;

export function showProgress(
  what: string,
  total: number,
  output: NodeJS.WriteStream = process.stdout,
): Progress {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  let quarter = 0;
  return {
    step(done) {
      const share = Math.min(1, done / total);
      if (output.isTTY) {
        const filled = Math.round(share * barWidth);
        const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
        output.write(`\r${what} ${bar} ${done}/${total}  ${seconds()} `);
      } else if (Math.floor(share * 4) > quarter) {
        quarter = Math.floor(share * 4);
        output.write(`${what}: ${done} of ${total}, ${seconds()}\n`);
      }
    },
    end() {
      if (output.isTTY) output.write("\n");
    },
  };
}
