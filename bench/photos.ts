// How long five phone photos take until the answer, compared with bare sharp, and how much ten students who upload such
// photos all the time slow down others: npm run bench -- photos [--only lists] [--rounds 5] [--seconds 15]
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { discardPhoto, listQuestions, uploadPhoto } from "./support/calls.ts";
import { requestByClock } from "./support/lines.ts";
import { phonePictures } from "./support/pictures.ts";
import { canPin, root } from "./support/programs.ts";
import { openStage } from "./support/stage.ts";
import { generator, median, quantile, showSpread, spreadOf } from "./support/statistics.ts";
import { conclude } from "./support/verdict.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "15" },
    port: { type: "string", default: "3420" },
    seed: { type: "string", default: "1" },
  },
});
const [port, seed, rounds, seconds] = [
  Number(values.port),
  Number(values.seed),
  Number(values.rounds),
  Number(values.seconds),
];
const random = generator(seed);
const uploaders = 10;
const stage = await openStage({ port, listings: 10_000, students: uploaders, seed });
const { origin } = stage.product;
const pictures = await phonePictures(`${stage.dataDir}/pictures`, 5, seed);
const bare = fork("bench/baselines/bare-sharp.ts", [`${stage.dataDir}/pictures`], {
  cwd: root,
  execArgv: ["--no-warnings"],
});
if (canPin) execFileSync("taskset", ["-acp", "0", String(bare.pid)], { stdio: "ignore" });
const students = fork("bench/support/uploading.ts", [origin, `${stage.dataDir}/pictures`], {
  cwd: root,
  execArgv: ["--no-warnings"],
});
const metrics: Record<string, number | string> = {};
const broken: string[] = [];
/** Only the uploads are measured, not the removal of these photos. */
const uploads: string[] = [];
try {
  if (values.only !== "lists") await compareWithBare();
  await lookOn();
} finally {
  bare.kill();
  students.kill();
  await stage.close();
}
conclude({ name: "photos", options: values, metrics, broken });

async function compareWithBare(): Promise<void> {
  const contenders = { bare: drawBarely, one: uploadOneByOne, listing: list };
  const times: Record<keyof typeof contenders, number[]> = { bare: [], one: [], listing: [] };
  for (const work of Object.values(contenders)) await work();
  for (let n = 0; n < rounds; n++) {
    for (const [name, work] of Object.entries(contenders)) {
      for (const id of uploads.splice(0)) await discardPhoto(origin, stage.tokens[0] ?? "", id);
      await untilIdle();
      const began = performance.now();
      await work();
      times[name as keyof typeof contenders].push(performance.now() - began);
    }
    console.log(`Round ${n + 1} of ${rounds}`);
  }
  metrics["megabytes of each photo"] = pictures
    .map(({ bytes }) => (bytes.length / 1e6).toFixed(1))
    .join(" ");
  for (const [name, own] of Object.entries(times))
    metrics[`${name}, five photos, ms`] = Math.round(median(own));
  for (const name of ["one", "listing"] as const) {
    const ratio = spreadOf(
      times[name].map((ms, n) => ms / (times.bare[n] ?? NaN)),
      random,
    );
    metrics[`${name} / bare`] = showSpread(ratio);
    if (ratio.median > 1.25) broken.push(`${name}: ${ratio.median.toFixed(2)} times bare sharp`);
  }
}

/** Alternates quiet and busy rounds; the client requests uncached lists, twenty a second. */
async function lookOn(): Promise<void> {
  const next = listQuestions(1000, random);
  const times = { quiet: [] as number[], loaded: [] as number[] };
  let uploaded = 0;
  const ask = async (into: number[]) => {
    const { answers } = await requestByClock({
      port,
      next,
      seconds,
      connections: 100,
      perSecond: 20,
    });
    if (answers.some(({ status }) => status !== 200)) broken.push("a list was not answered");
    into.push(...answers.map(({ ms }) => ms));
  };
  for (const id of uploads.splice(0)) await discardPhoto(origin, stage.tokens[0] ?? "", id);
  for (let n = 0; n < 3; n++) {
    await untilIdle();
    await ask(times.quiet);
    students.send(stage.tokens);
    await sleep(1_000);
    await ask(times.loaded);
    students.send([]);
    const [count] = (await once(students, "message")) as [number];
    uploaded += count;
  }
  const [quiet, loaded] = [quantile(times.quiet, 0.99), quantile(times.loaded, 0.99)];
  metrics["lists, quiet p50 / p99 ms"] = `${median(times.quiet).toFixed(1)} / ${quiet.toFixed(1)}`;
  metrics["with uploads p50 / p99 ms"] =
    `${median(times.loaded).toFixed(1)} / ${loaded.toFixed(1)}`;
  metrics["p99, times quiet"] = Number((loaded / quiet).toFixed(2));
  metrics["photos uploaded at the same time"] = uploaded;
  if (loaded > quiet * 1.5) broken.push(`p99 is ${(loaded / quiet).toFixed(2)} times quiet`);
}

async function drawBarely(): Promise<void> {
  bare.send(pictures.map(({ path }) => path));
  await once(bare, "message");
}

async function uploadOneByOne(): Promise<void> {
  const [token = ""] = stage.tokens;
  for (let n = 0; n < pictures.length; n++) uploads.push(await upload(token, n));
}

async function list(): Promise<void> {
  const fields = {
    name: "Bicycle",
    price: "1200",
    description: "Rides well",
    address: "Hostel 4",
    locationType: "On-Campus",
    category: "Mobility & Transport",
    condition: "Used - Good",
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes } of pictures) form.append("images", new Blob([bytes]), "photo.jpg");
  const headers = { authorization: `Bearer ${stage.tokens[1]}` };
  const body = { method: "POST", headers, body: form };
  const answer = await fetch(`${origin}/api/products/create`, body);
  if (!answer.ok) throw new Error(`listing: ${answer.status} ${await answer.text()}`);
}

async function upload(token: string, photo: number): Promise<string> {
  const { bytes } = pictures[photo % pictures.length] ?? {};
  return (await uploadPhoto(origin, token, bytes ?? new Uint8Array())).id;
}

/** Waits until all AVIF files are made, which are encoded after the answer. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const { rows } = await stage.db.run(
      "select from jobs.job where name like 'photo-%' and state in ('created', 'retry', 'active') and start_after < now() + interval '1 minute' limit 1",
    );
    if (rows.length === 0) return;
    await sleep(50);
  }
}
