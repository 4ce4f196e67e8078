/**
 * Who may call: `public` anyone; `optional` anyone, with or without a bearer token; `cookie` our own pages with their
 * session cookie; `identity` a bearer token, registered or not; `student` a bearer token of a registered student;
 * `leaver` the same, also after the account was deleted and until it is erased;
 * `moderator` a bearer token of a moderator's session of at most twelve hours, while to everybody else there is no such path.
 */
export type Access =
  | "public"
  | "optional"
  | "cookie"
  | "identity"
  | "student"
  | "leaver"
  | "moderator";

/** What the browser needs of an endpoint; one export each. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}` marks a path parameter. */
  path: string;
  access: Access;
};

/* @__NO_SIDE_EFFECTS__ */
export function call<
  const M extends Call["method"],
  const P extends string,
  const A extends Access,
>(method: M, path: P, access: A) {
  return { method, path, access };
}
