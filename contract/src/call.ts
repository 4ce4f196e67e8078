/**
 * Who may call: `public` anyone; `optional` anyone, with or without a bearer token; `cookie` our own pages with their
 * session cookie; `identity` a bearer token, registered or not; `student` a bearer token of a registered student;
 * `moderator` a bearer token of a moderator's session of at most twelve hours, while for all other users there is no such path.
 */
export type Access = "public" | "optional" | "cookie" | "identity" | "student" | "moderator";

/** States of an account in which every call with a bearer token is refused, unless its row names the state in `alsoFor`. */
export type AccountState = "suspended" | "deleted";

/** The part of an endpoint that the browser needs; one export each. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}` marks a path parameter. */
  path: string;
  access: Access;
  /** An account in one of these states may call it too; in both, one of them is enough. */
  alsoFor: readonly AccountState[];
};

/** The names of the parameters of a path: `productId` of `/api/items/{productId}`. */
export type ParameterOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/* @__NO_SIDE_EFFECTS__ */
export function call<
  const M extends Call["method"],
  const P extends string,
  const A extends Access,
>(method: M, path: P, access: A, alsoFor: readonly AccountState[] = []) {
  return { method, path, access, alsoFor };
}
