export type Proof = {
  name: string;
  options: object;
  /** The values of the table. */
  metrics: Record<string, string | number>;
  /** Everything that contradicts the guarantee; an empty list means that it holds. */
  broken: string[];
};

/** Prints the table, and fails the command when the guarantee is broken. */
export function conclude({ name, options, metrics, broken }: Proof): void {
  console.log(`${name} ${JSON.stringify(options)}`);
  console.table(metrics);
  for (const line of broken.slice(0, 40)) console.error(`BROKEN: ${line}`);
  console.log(broken.length === 0 ? `${name}: holds` : `${name}: ${broken.length} broken`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
