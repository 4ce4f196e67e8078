import * as messages from "@market/contract/deals/request-messages";
import * as calls from "@market/contract/students/calls";
import type { ContactChoice } from "@market/contract/students/student";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { useAction } from "../api/use-action.ts";
import { Switch } from "../ui/switch.tsx";
import { toast } from "../ui/toast.ts";
import { ownContactChoice } from "./contact-choice.ts";

export function AskFirstOfAll() {
  const { data: choice } = useQuery(ownContactChoice);
  const change = useChange<ContactChoice>(ownContactChoice.queryKey);
  const { run: save, isPending } = useAction(async (contact: ContactChoice) => {
    const { user } = await call(calls.updateProfile, { body: { contact } });
    change(() => user.contact);
    toast.success(messages.choiceSaved);
  });
  if (choice === undefined) return null;
  return (
    <section aria-label={messages.askFirst} className="grid">
      <Switch
        label={messages.askFirst}
        checked={choice === "ask"}
        disabled={isPending}
        onChange={(isAsking) => save(isAsking ? "ask" : "open")}
      >
        {messages.askFirst}
      </Switch>
      <p className="text-muted">{messages.askFirstOfAll}</p>
    </section>
  );
}
