import type { Config } from "../../config/config.ts";
import { describeCause } from "../../config/cause.ts";
import { requestPushService, namedPushServices } from "../../operations/self-check.ts";
import { type Finding, fix, note, ok } from "./finding.ts";

const part = "Push";

/** Checks whether this server reaches push services; delivery to phones cannot be checked. */
export async function examinePush(config: Config): Promise<Finding[]> {
  if (!config.PUSH)
    return config.mode === "trial" ? [] : [note(part, "Nothing is pushed to phones: PUSH is off.")];
  const named = namedPushServices(config);
  if (named.length === 0) return [note(part, "PUSH_SERVICES names none that could be tried.")];
  return Promise.all(
    named.map((host) =>
      requestPushService(host).then(
        () => ok(part, `${host} answers.`),
        (error: unknown) =>
          fix(
            part,
            `Nothing is pushed through ${host}: ${describeCause(error)}`,
            "Let this computer reach it on port 443, or turn pushes off: PUSH=off",
          ),
      ),
    ),
  );
}
