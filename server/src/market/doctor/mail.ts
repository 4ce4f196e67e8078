import { trialMail } from "@market/contract/notices/mail-messages";
import type { Config } from "../../config/config.ts";
import { newId } from "../../db/ids.ts";
import { openMailServer } from "../../mail/mail-server.ts";
import { describeCause, explain } from "../../config/cause.ts";
import { mailHostOf } from "../../operations/self-check.ts";
import { type Finding, fix, note, ok } from "./finding.ts";

const part = "Mail";

export async function examineMail(config: Config): Promise<Finding[]> {
  const { SMTP_URL, CONTACT_EMAIL, PUBLIC_ORIGIN, mode } = config;
  if (SMTP_URL === undefined)
    return mode === "trial" ? [] : [note(part, "None is sent: set SMTP_URL.")];
  const host = mailHostOf(SMTP_URL);
  try {
    const server = await openMailServer(config, SMTP_URL);
    const mail = { id: newId(), to: CONTACT_EMAIL, unsubscribe: null, createdAt: new Date() };
    await server.send({ ...mail, ...trialMail(PUBLIC_ORIGIN) });
    return [ok(part, `${host} took one for ${CONTACT_EMAIL}: see whether it arrives.`)];
  } catch (error) {
    return [
      fix(part, `No mail is sent through ${host}: ${describeCause(error)}`, explain(error).fix),
    ];
  }
}
