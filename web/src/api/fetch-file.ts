import type { Call } from "@market/contract/call";
import type { Problem } from "@market/contract/errors";
import * as shellMessages from "@market/contract/shell/messages";
import { ApiError } from "./api-error.ts";
import { tokenFor } from "./client.ts";
import { requireFreshSignIn } from "./fresh-sign-in.ts";

/** A file that needs the student's token. @throws ApiError */
export async function fetchFile(endpoint: Call, address = endpoint.path): Promise<Blob> {
  const token = await tokenFor(endpoint);
  const response = await fetch(address, { headers: { authorization: `Bearer ${token ?? ""}` } });
  if (response.ok) return response.blob();
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const { message = shellMessages.wentWrong, code = "internal" } = problem;
  if (code === "sign-in-again") requireFreshSignIn();
  throw new ApiError(message, { status: response.status, code });
}
