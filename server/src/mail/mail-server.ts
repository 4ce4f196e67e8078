import type { Config } from "../config/config.ts";
import { isLoopbackHost } from "../config/loopback.ts";
import type { WaitingMail } from "./outbox.sql.ts";

export type MailServer = {
  /** @throws the error of the server or the network */
  send(mail: Omit<WaitingMail, "attempts" | "kind" | "studentId" | "about">): Promise<void>;
  check(): Promise<void>;
};

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Opens the mail server; the library is loaded only if the market sends mail. */
export async function openMailServer(
  config: Pick<Config, "MAIL_FROM" | "CONTACT_EMAIL" | "CAMPUS_NAME" | "PUBLIC_ORIGIN">,
  address: string,
): Promise<MailServer> {
  const { createTransport } = await import("nodemailer");
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === "smtps:";
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is never sent in the clear.
    requireTLS: !secure && username !== "" && !isLoopbackHost(hostname),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = {
    name: `${config.CAMPUS_NAME} Marketplace`,
    address: config.MAIL_FROM ?? config.CONTACT_EMAIL,
  };
  const host = new URL(config.PUBLIC_ORIGIN).hostname;
  return {
    async send({ id, to, subject, text, unsubscribe, createdAt }) {
      await transport.sendMail({
        from,
        replyTo: config.CONTACT_EMAIL,
        to: { name: "", address: to },
        // Identifies a mail that is sent again, so that it is shown once.
        messageId: `<${id}@${host}>`,
        date: createdAt,
        subject,
        text,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribe !== null && {
            "List-Unsubscribe": `<${unsubscribe}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
      });
    },
    async check() {
      await transport.verify();
    },
  };
}
