import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type Mail = { id: string; to: string; head: string; text: string };

/** A test's answer for a recipient, or a promise that the server waits for before it accepts. */
type Verdict = { code: number } | Promise<unknown> | undefined;

export type TestMailServer = {
  url: string;
  /** Accepted, in their order. */
  mails: Mail[];
  /** Recipients that were named, accepted or not. */
  named: string[];
  judge: (to: string) => Verdict;
  /** Called after a mail was read: false closes the connection instead of accepting it. */
  accepts: (mail: Mail) => boolean;
  close(): Promise<void>;
};

async function whenDone(promise: Promise<unknown>, done: () => void): Promise<void> {
  await promise;
  done();
}

/** A sender that dies in the middle has sent nothing. */
async function whenRead(stream: Readable, use: (raw: string) => void): Promise<void> {
  const raw = await text(stream).catch(() => undefined);
  if (raw !== undefined) use(raw);
}

/** Texts come as they are, or as quoted-printable or base64 where they have more than ASCII. */
function decoded(head: string, text: string): string {
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1];
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Starts a real mail server on its own port. @param options with a user, only that user may send */
export async function startMailServer({
  user,
  port = 0,
  tls,
}: {
  user?: string;
  port?: number;
  tls?: { cert: string; key: string };
} = {}): Promise<TestMailServer> {
  const sockets = new Set<{ destroy(): void }>();
  const server = new SMTPServer({
    disabledCommands: user === undefined ? ["STARTTLS", "AUTH"] : ["STARTTLS"],
    allowInsecureAuth: true,
    ...(tls && { secure: true, ...tls }),
    authOptional: user === undefined,
    onAuth: ({ username, password }, _session, done) =>
      username === user && password === "secret"
        ? done(null, { user: username })
        : done(new Error("no")),
    onRcptTo({ address }, _session, done) {
      one.named.push(address);
      const verdict = one.judge(address);
      if (verdict === undefined) return done();
      if (verdict instanceof Promise) return void whenDone(verdict, done);
      done(Object.assign(new Error(`${address} is not wanted`), { responseCode: verdict.code }));
    },
    onData(stream, session, done) {
      void whenRead(stream, (raw) => {
        const [head = "", ...rest] = raw.split("\r\n\r\n");
        const mail = {
          id: /^Message-ID: (.+)$/im.exec(head)?.[1] ?? "",
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          head,
          text: decoded(head, rest.join("\n\n")).replaceAll("\r\n", "\n").trim(),
        };
        one.mails.push(mail);
        if (one.accepts(mail)) done();
        else for (const socket of sockets) socket.destroy();
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const at = (server.server.address() as AddressInfo).port;
  const one: TestMailServer = {
    url: `${tls ? "smtps" : "smtp"}://${user === undefined ? "" : `${user}:secret@`}${tls ? "localhost" : "127.0.0.1"}:${at}`,
    mails: [],
    named: [],
    judge: () => undefined,
    accepts: () => true,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return one;
}
