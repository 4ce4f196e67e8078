import { type RequestAnswer, requestAnswers } from "@market/contract/deals/schemas";
import * as keyMessages from "@market/contract/keys/messages";
import * as messages from "@market/contract/keys/request-messages";
import { escapeHtml } from "../http/html.ts";
import { pageOf } from "./key-page.ts";
import { type OpenedRequest, pathOf } from "./request-links.ts";

export function requestPageOf(secret: string, { request, isOpen }: OpenedRequest): string {
  const { buyer, name } = request;
  const said = isOpen
    ? request.state === "expired"
      ? messages.states.expired
      : ""
    : endOf(request);
  const forms = requestAnswers.map(
    (answer) =>
      `<form method="post" action="${pathOf(secret)}/${answer}"><button>${escapeHtml(messages.labels[answer])}</button></form>`,
  );
  return pageOf(
    messages.title(buyer.name),
    `<div class="card"><h2>${escapeHtml(name)}</h2><p class="muted">${escapeHtml(messages.deals(buyer.name, buyer.deals))}</p>${
      said === "" ? "" : `<p>${escapeHtml(said)}</p>`
    }${isOpen ? `<div class="acts answers">${forms.join("")}</div>` : ""}</div>
<p class="muted">${escapeHtml(messages.lead)}</p>`,
  );
}

const endOf = ({ state }: OpenedRequest["request"]): string =>
  state === "shared" || state === "refused" ? messages.states[state] : messages.states.over;

/** The form goes to the address of the page, which is not in it. */
export const questionPageOf = (
  secret: string,
  answer: RequestAnswer,
  { request, token }: OpenedRequest & { token: string },
): string =>
  pageOf(
    messages.questions[answer](request.buyer.name, request.name),
    `<form method="post"><input type="hidden" name="token" value="${token}"><button class="answer">${escapeHtml(messages.confirms[answer])}</button></form>
<a href="${pathOf(secret)}">${escapeHtml(keyMessages.cancel)}</a>`,
  );

/** The same for unknown and for expired links. */
export const goneRequestPage: string = pageOf(
  messages.goneTitle,
  `<p>${escapeHtml(messages.gone)}</p><a href="/login">${escapeHtml(keyMessages.signIn)}</a>`,
);

export const refusedAnswerPage = (secret: string, sentence: string): string =>
  pageOf(
    keyMessages.refusedTitle,
    `<p>${escapeHtml(sentence)}</p><a href="${pathOf(secret)}">${escapeHtml(keyMessages.back)}</a>`,
  );
