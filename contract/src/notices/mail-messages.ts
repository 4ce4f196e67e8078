const paragraphs = (...lines: string[]) => lines.join("\n\n");

type Acknowledged = { receipt: string; secret: string; due: string; address: string };

/** Quotes nothing of the form, because a sender may enter any address. */
export const grievanceMail = ({ receipt, secret, due, address }: Acknowledged) => ({
  subject: `We have your grievance ${receipt}`,
  text: paragraphs(
    `A grievance was sent to us with this email address. It will be answered by ${due}.`,
    `Receipt: ${receipt}\nSecret: ${secret}`,
    `Use both to check its status: ${address}`,
    "If this wasn't you, ignore this email.",
  ),
});

/** Warns the operator. @param doctor the command @param sentences what /operations says under "Needs attention" */
export const troubleMail = (origin: string, doctor: string, sentences: readonly string[]) => ({
  subject: "The marketplace needs attention",
  text: paragraphs(
    ...sentences,
    `What is wrong and how to fix it: ${doctor}`,
    `Status: ${origin}/operations`,
  ),
});

export const overdueMail = (origin: string, cases: number) => ({
  subject: cases === 1 ? "A report is overdue" : `${cases} reports are overdue`,
  text: paragraphs(
    cases === 1
      ? "A report or grievance should have been decided by now."
      : `${cases} reports and grievances should have been decided by now.`,
    `Moderators decide them here: ${origin}/moderation`,
  ),
});

type CaseMail = {
  campus: string;
  origin: string;
  isUrgent: boolean;
  text: string;
  page: string;
  unsubscribe?: string;
};

/** Notifies a moderator of cases, without names and without users' texts. @param unsubscribe the link, for registered moderators */
export const caseMail = ({ campus, origin, isUrgent, text, page, unsubscribe }: CaseMail) => ({
  subject: isUrgent
    ? `${campus} Marketplace: an urgent case`
    : `${campus} Marketplace: cases that wait for a decision`,
  text: paragraphs(
    text,
    `Moderators decide here: ${origin}${page}`,
    ...(unsubscribe === undefined ? [] : [`Unsubscribe, without logging in: ${unsubscribe}`]),
  ),
});

/** Sent by the doctor. */
export const trialMail = (origin: string) => ({
  subject: "A test mail from the marketplace",
  text: `This is what the doctor of ${origin} sends to see whether mail arrives. You need not do anything.`,
});

type Digest = { campus: string; origin: string; texts: readonly string[]; unsubscribe: string };

export const digestMail = ({ campus, origin, texts, unsubscribe: link }: Digest) => ({
  subject:
    texts.length === 1
      ? `${campus} Marketplace: one notice`
      : `${campus} Marketplace: ${texts.length} notices`,
  text: paragraphs(
    ...texts.map((text) => `- ${text}`),
    `Read and answer: ${origin}/notices`,
    `Unsubscribe, without logging in: ${link}`,
  ),
});

type RequestMail = {
  campus: string;
  origin: string;
  buyer: string;
  text: string;
  unsubscribe: string;
};

export const requestMail = ({ campus, origin, buyer, text, unsubscribe: link }: RequestMail) => ({
  subject: `${campus} Marketplace: ${buyer} asks for your number`,
  text: paragraphs(
    text,
    `Read and answer: ${origin}/notices`,
    `Unsubscribe, without logging in: ${link}`,
  ),
});
export const mailsTitle = "Mails about your notices";
export const unsubscribeQuestion =
  "You can always read your notices in the marketplace. Stop mails about them?";
export const unsubscribe = "Stop these mails";
export const unsubscribed =
  "You will get no more of these mails. You can turn them on again on your notices page.";
