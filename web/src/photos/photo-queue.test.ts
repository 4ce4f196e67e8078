import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type FormPhoto, PhotoQueue, type SendPhoto } from "./photo-queue.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers the n-th arriving photo as the n-th entry says, and every later one as the last. */
async function serve(answers: Answer[], initial: FormPhoto[] = []) {
  const keys: string[] = [];
  const discarded: string[] = [];
  server = createServer((request, response) => {
    keys.push(String(request.headers["idempotency-key"]));
    answers[Math.min(keys.length, answers.length) - 1]?.(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const send: SendPhoto = async ({ key, photo, signal, progress }) => {
    const response = await fetch(address, {
      method: "POST",
      body: photo,
      signal,
      headers: { "idempotency-key": key },
    });
    progress(1);
    const body = (await response.json()) as { id: string; message: string };
    if (response.status === 201) return { id: body.id };
    return response.status === 503
      ? { retryMessage: body.message, after: 0 }
      : { refusal: body.message };
  };
  const queue = new PhotoQueue(
    {
      send,
      shrink: (file) => Promise.resolve(file),
      discard: (id) => discarded.push(id),
      firstDelay: 5,
    },
    initial,
  );
  queue.open();
  return { queue, keys, discarded };
}

const accept: Answer = (request, response) => {
  request.resume().on("end", () => {
    response.writeHead(201, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: `photo of ${request.headers["idempotency-key"]}` }));
  });
};
const refuse =
  (status: number, message: string): Answer =>
  (request, response) => {
    request.resume().on("end", () => response.writeHead(status).end(JSON.stringify({ message })));
  };
const cut: Answer = (request) => {
  request.once("data", () => request.socket.destroy());
};
const picked = (...names: string[]) =>
  names.map((name) => new File([new Uint8Array(200_000)], name));
const names = (queue: PhotoQueue) => queue.photos().map(({ name }) => name);

describe("photos on their way", () => {
  it("sends each picked photo once and keeps its id", async () => {
    const { queue, keys } = await serve([accept]);
    queue.add(picked("a.jpg", "b.jpg", "c.jpg"));
    expect(await queue.settled()).toBe("uploaded");
    expect(new Set(keys).size).toBe(3);
    for (const { key, step } of queue.photos())
      expect(step).toMatchObject({ name: "uploaded", id: `photo of ${key}` });
  });

  it("repeats a photo whose connection was cut, under the same key", async () => {
    const { queue, keys } = await serve([accept, cut, accept]);
    queue.add(picked("a.jpg", "b.jpg", "c.jpg"));
    expect(await queue.settled()).toBe("uploaded");
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(3);
  });

  it("goes on by itself after a busy answer", async () => {
    const { queue, keys } = await serve([refuse(503, "The server is busy."), accept]);
    queue.add(picked("a.jpg"));
    expect(await queue.settled()).toBe("uploaded");
    expect(keys).toHaveLength(2);
  });

  it("shows a refusal at its photo, sends it again on request, and does not stop the others", async () => {
    const { queue } = await serve([
      refuse(422, "This file is not a photo that can be read."),
      accept,
    ]);
    queue.add(picked("a.txt", "b.jpg"));
    expect(await queue.settled()).toBe("refused");
    const refused = queue.photos().find(({ step }) => step.name === "refused");
    expect(refused?.step).toEqual({
      name: "refused",
      message: "This file is not a photo that can be read.",
      isFinal: false,
    });
    queue.retry(refused?.key ?? "");
    expect(await queue.settled()).toBe("uploaded");
  });

  it("ends a waiting submit when the network is gone, and keeps the photo", async () => {
    const { queue } = await serve([cut]);
    queue.add(picked("a.jpg"));
    expect(await queue.settled()).toBe("unreachable");
    expect(names(queue)).toEqual(["a.jpg"]);
    queue.close();
  });

  it("discards the upload of a removed photo", async () => {
    const { queue, discarded } = await serve([accept]);
    queue.add(picked("a.jpg", "b.jpg"));
    await queue.settled();
    const [first] = queue.photos();
    queue.remove(first?.key ?? "");
    expect(names(queue)).toEqual(["b.jpg"]);
    expect(discarded).toEqual([`photo of ${first?.key}`]);
  });

  it("moves photos in display order and stays inside it", async () => {
    const { queue } = await serve([accept]);
    queue.add(picked("a.jpg", "b.jpg", "c.jpg"));
    const [, , last] = queue.photos();
    queue.move(last?.key ?? "", 0);
    expect(names(queue)).toEqual(["c.jpg", "a.jpg", "b.jpg"]);
    queue.move(last?.key ?? "", 3);
    expect(names(queue)).toEqual(["c.jpg", "a.jpg", "b.jpg"]);
    queue.close();
  });

  it("sends a restored draft's photos that had not arrived, and only those", async () => {
    const blob = new Blob(["picture"]);
    const draft: FormPhoto[] = [
      {
        key: "there-already",
        name: "a.jpg",
        blob,
        step: { name: "uploaded", id: "photo 1", at: 0 },
      },
      { key: "not-there-yet", name: "b.jpg", blob, step: { name: "waiting" } },
      { key: "still-raw", name: "c.jpg", blob, step: { name: "shrinking" } },
    ];
    const { queue, keys } = await serve([accept], draft);
    expect(await queue.settled()).toBe("uploaded");
    expect(keys.toSorted()).toEqual(["not-there-yet", "still-raw"]);
  });

  it("goes on where it stopped when the form is opened again", async () => {
    const { queue, discarded } = await serve([accept]);
    queue.add(picked("a.jpg", "b.jpg", "c.jpg"));
    const done = queue.settled();
    queue.close();
    queue.open();
    expect(await done).toBe("uploaded");
    expect(discarded).toEqual([]);
  });

  it("R1081 sends nothing that is held until it is released", async () => {
    const sent: string[] = [];
    const work = {
      send: async ({ key }: { key: string }) => {
        sent.push(key);
        return { id: key };
      },
      shrink: (file: Blob) => Promise.resolve(file),
      discard: () => undefined,
    };
    const photo = (key: string, name: "shrinking" | "waiting"): FormPhoto => ({
      key,
      name: key,
      blob: new Blob(["x"]),
      step: { name },
    });
    const queue = new PhotoQueue(work, [photo("a", "waiting"), photo("b", "shrinking")], true);
    queue.open();
    const steps = () => queue.photos().map(({ step }) => step.name);
    await expect.poll(steps).toEqual(["held", "held"]);
    queue.resume();
    expect(sent).toEqual([]);
    queue.release();
    await expect.poll(steps).toEqual(["uploaded", "uploaded"]);
    expect(sent).toEqual(["a", "b"]);
  });
});
