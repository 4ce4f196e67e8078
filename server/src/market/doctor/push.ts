import type { Config } from "../../config/config.ts";
import { causeOf } from "../../config/cause.ts";
import { askPushService, namedPushServices } from "../../operations/self-check.ts";
import { type Finding, mend, note, ok } from "./finding.ts";

const part = "Push";

/** Whether this server reaches push services; whether phones get what it sends only a phone can tell. */
export async function examinePush(config: Config): Promise<Finding[]> {
  if (!config.PUSH)
    return config.mode === "trial" ? [] : [note(part, "Nothing is pushed to phones: PUSH is off.")];
  const named = namedPushServices(config);
  if (named.length === 0) return [note(part, "PUSH_SERVICES names none that could be tried.")];
  return Promise.all(
    named.map((host) =>
      askPushService(host).then(
        () => ok(part, `${host} answers.`),
        (error: unknown) =>
          mend(
            part,
            `Nothing is pushed through ${host}: ${causeOf(error)}`,
            "Let this computer reach it on port 443, or turn pushes off: PUSH=off",
          ),
      ),
    ),
  );
}
