import * as listingCalls from "@market/contract/alerts/calls";
import * as bundleMessages from "@market/contract/bundles/messages";
import { useState } from "react";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { choiceKey, type ListChoice } from "../search/filters.ts";

type Props = { choice: ListChoice; kind: ButtonKind; className?: string };

/** R788: of a search or of filters; the order of a list does not matter. */
export function AlertMe({ choice, kind, className }: Props) {
  const { sort: _, ...filters } = choice;
  const wanted = choiceKey(filters);
  const [added, setAdded] = useState<string>();
  const { run: add, isPending } = useAction(async () => {
    const { message } = await call(listingCalls.addAlert, { body: filters });
    toast.success(message);
    setAdded(wanted);
  });
  if (Object.keys(filters).length === 0) return null;
  return (
    <Button
      kind={kind}
      className={className}
      busy={isPending}
      aria-disabled={added === wanted}
      onClick={() => add()}
    >
      {added === wanted ? bundleMessages.alertOn : bundleMessages.alertMe}
    </Button>
  );
}
