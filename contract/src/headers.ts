/** Headers that only some requests have, by name, as the description of the API has them. */
export const requestHeaders = {
  "Idempotency-Key": {
    description: "The same request again with the same key gets the first answer again",
    pattern: "^[\\x21-\\x7e]{8,100}$",
  },
  "If-Match": {
    description: "The `ETag` of the version that was edited, or `*`; 412 when there is a newer one",
    pattern: '^(\\*|"[0-9]{1,9}")$',
  },
  "If-None-Match": {
    description: "An `ETag` that the client still has; 304 when nothing has changed",
  },
  "X-Grievance-Secret": {
    description: "The secret of the grievance, so that it is in no address",
    pattern: "^[\\x21-\\x7e]{1,100}$",
  },
  "X-Requested-With": {
    description: "Tells the pages of this market from those of others",
    pattern: "^campus-marketplace$",
  },
} as const satisfies Record<string, { description: string; pattern?: string }>;
export type RequestHeader = keyof typeof requestHeaders;

/** Headers that only some answers have. */
export const replyHeaders = {
  ETag: "The version of what was answered",
  Link: 'The next page, as `rel="next"`, when there is one',
  "X-Search": "`widened` when nothing fits all words as typed",
  "X-Total-Count": "How many there are; 121 means more than 120",
  "Content-Disposition": "A name for the file",
  Location: "The next address",
  "X-Request-Id": "Names this request in the logs",
  "Retry-After": "Seconds to wait, with 429 and 503",
  "WWW-Authenticate": "With 401",
  Allow: "The methods that the address takes, with 405",
} as const satisfies Record<string, string>;
export type ReplyHeader = keyof typeof replyHeaders;
