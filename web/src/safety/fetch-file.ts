import type { Problem } from "@market/contract/errors";
import * as shellMessages from "@market/contract/messages/shell";
import { currentSession } from "../account/session/session.ts";
import { ApiError } from "../api/api-error.ts";

/** A file that needs the student's token. @throws ApiError */
export async function fetchFile(address: string): Promise<Blob> {
  const session = currentSession();
  const token = session.status === "signed-in" ? await session.user.getIdToken() : "";
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (response.ok) return response.blob();
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const { message = shellMessages.wentWrong, code = "internal" } = problem;
  throw new ApiError(message, { status: response.status, code });
}
