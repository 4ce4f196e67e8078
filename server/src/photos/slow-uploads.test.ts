import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleErrors } from "../http/problem.ts";
import { createLog } from "../config/log.ts";
import { Overload } from "../http/overload.ts";
import { createHttpServer } from "../http/server.ts";
import { acceptMultipart, withUpload } from "./multipart.ts";

let dataDir: string;
let app: FastifyInstance;
const errors: FastifyError[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "market-multipart-"));
  app = Fastify();
  handleErrors(app);
  acceptMultipart(app);
  app.addHook("onError", async (_request, _reply, error) => void errors.push(error));
  const rules = { dataDir, fileField: "images", maxFiles: 5 };
  for (const [path, times] of Object.entries({
    "/upload": { slowAfter: 300 },
    "/upload/long": { slowAfter: 600, steadyAfter: 900 },
  }))
    app.post(path, (request) => withUpload(request, { ...rules, ...times }, async () => "taken"));
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const isClean = async () => (await readdir(join(dataDir, "uploads"))).length === 0;

describe("a sender who does not behave", () => {
  const head = `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const start = '--b\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nxxxx';
  const chunk = (body: string) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
  const open = () => connect((app.server.address() as AddressInfo).port, "127.0.0.1");

  it("408 upload-too-slow: is cut off when hardly anything arrives", async () => {
    const socket = open();
    socket.write(head + chunk(start));
    const drip = setInterval(() => socket.writable && socket.write(chunk("x")), 50);
    socket.on("data", (data) => /"code"/.test(String(data)) && socket.end());
    const answer = await text(socket).finally(() => clearInterval(drip));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"upload-too-slow"');
    await expect.poll(isClean).toBe(true);
  });

  it.each([
    ["200: is taken when it keeps its pace, however long it takes", 5_000, "taken"],
    ["408: is cut when it takes long and does not keep its pace", 1_600, "upload-too-slow"],
  ])("%s", async (_, bytes, said) => {
    const socket = open();
    socket.write(head.replace("/upload", "/upload/long") + chunk(start));
    const answer = text(socket);
    let left = 60;
    const sending = setInterval(() => {
      if (!socket.writable) return;
      if (left-- > 0) return socket.write(chunk("x".repeat(bytes)));
      socket.write(chunk("\r\n--b--\r\n") + "0\r\n\r\n");
      clearInterval(sending);
    }, 40);
    socket.on("data", (data) => String(data).includes(said) && socket.end());
    expect(await answer.finally(() => clearInterval(sending))).toContain(said);
    await expect.poll(isClean).toBe(true);
  });

  it("leaves nothing behind when it hangs up in the middle of a file", async () => {
    const socket = open();
    socket.write(head + chunk(start));
    await expect.poll(isClean).toBe(false);
    errors.length = 0;
    socket.destroy();
    await expect.poll(isClean).toBe(true);
    await expect.poll(() => errors.map(({ code }) => code)).toEqual(["invalid-multipart"]);
  });

  it("is heard once, on a connection that can be used again, when it is refused early", async () => {
    const socket = open();
    const big = "x".repeat(16_000_000);
    socket.write(head + chunk(start) + chunk(big) + chunk("\r\n--b--\r\n") + "0\r\n\r\n");
    socket.write("GET /absent HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const answers = await text(socket);
    expect(answers.match(/HTTP\/1\.1 (\d+)/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 404"]);
  });
});

it("an upload that has arrived may wait for its turn longer than a connection may be silent", async () => {
  const log = createLog("silent");
  const patient = Fastify({
    serverFactory: (handle) => {
      const server = createHttpServer(handle, {
        overload: new Overload({ isReady: () => false, headers: {}, refused: () => {}, log }),
        log,
        longestUpload: 60_000,
      });
      server.setTimeout(400);
      return server;
    },
  });
  acceptMultipart(patient);
  const rules = { dataDir, fileField: "images", maxFiles: 5, drainFor: 200 };
  patient.post("/upload", (request) =>
    withUpload(request, rules, async () => {
      await delay(900);
      return "taken";
    }),
  );
  await patient.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((patient.server.address() as AddressInfo).port, "127.0.0.1");
  const answer = text(socket);
  socket.write(
    'POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n51\r\n--b\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nxxxx\r\n--b--\r\n\r\n',
  );
  // The form is complete before its request is.
  await expect.poll(isClean).toBe(false);
  socket.write("0\r\n\r\n");
  expect(await answer).toContain("taken");
  await patient.close();
});
