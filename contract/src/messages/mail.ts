/** Subjects and texts of mails. */
const paragraphs = (...lines: string[]) => lines.join("\n\n");

type Acknowledged = { receipt: string; secret: string; due: string; address: string };

/** Without a word of what was sent: anybody may name any address. */
export const grievanceMail = ({ receipt, secret, due, address }: Acknowledged) => ({
  subject: `We have your grievance ${receipt}`,
  text: paragraphs(
    `A grievance was sent to us with this e-mail address. It will be answered by ${due}.`,
    `Receipt: ${receipt}\nSecret: ${secret}`,
    `With both you can look up how it stands: ${address}`,
    "If you have not written to us, you need do nothing.",
  ),
});

/** To the operator. */
export const backupFailedMail = (origin: string) => ({
  subject: "Tonight's backup failed",
  text: paragraphs(
    `The nightly backup of ${origin} failed. The reason is in the market's log.`,
    "Make one by hand once it is mended: npm run market -- backup",
    "Everything else that may be wrong: npm run market -- doctor",
  ),
});

/** @param sentences what /operations says under "To look at" */
export const troubleMail = (origin: string, sentences: readonly string[]) => ({
  subject: "The marketplace needs you",
  text: paragraphs(
    ...sentences,
    "What is wrong and how to mend it: npm run market -- doctor",
    `How the market is doing: ${origin}/operations`,
  ),
});

/** To whoever answers for grievances and reports. */
export const overdueMail = (origin: string, cases: number) => ({
  subject: cases === 1 ? "A report is overdue" : `${cases} reports are overdue`,
  text: paragraphs(
    cases === 1
      ? "A report or grievance should have been decided by now."
      : `${cases} reports and grievances should have been decided by now.`,
    `Moderators decide them here: ${origin}/moderation`,
  ),
});

/** Sent by the doctor. */
export const trialMail = (origin: string) => ({
  subject: "Mail of the marketplace arrives",
  text: `This is what the doctor of ${origin} sends to see whether mail arrives. You need do nothing.`,
});

type Digest = { campus: string; origin: string; texts: readonly string[]; unsubscribe: string };

/** To a student, of what they have not read. */
export const digestMail = ({ campus, origin, texts, unsubscribe: link }: Digest) => ({
  subject:
    texts.length === 1
      ? `${campus} Marketplace: one notice`
      : `${campus} Marketplace: ${texts.length} notices`,
  text: paragraphs(
    ...texts.map((text) => `- ${text}`),
    `Read and answer: ${origin}/notices`,
    `No more of these mails, without signing in: ${link}`,
  ),
});
export const mailsTitle = "Mails about your notices";
export const unsubscribeQuestion =
  "You read your notices in the marketplace in any case. Do you want no more mails about them?";
export const unsubscribe = "No more mails";
export const unsubscribed =
  "You get no more of these mails. You can turn them on again on the page of your notices.";
