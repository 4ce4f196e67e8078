import * as listingCalls from "@market/contract/alerts/calls";
import * as bundleMessages from "@market/contract/bundles/messages";
import { useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { Button, type ButtonKind } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { choiceKey, type ListChoice } from "../search/filters.ts";

type Props = { choice: ListChoice; kind: ButtonKind; className?: string };

/** R788: of a search or of filters; the order of a list is no reason to be told. */
export function AlertMe({ choice, kind, className }: Props) {
  const { sort: _, ...filters } = choice;
  const wanted = choiceKey(filters);
  const [told, setTold] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  if (Object.keys(filters).length === 0) return null;
  const add = async () => {
    setIsBusy(true);
    try {
      const { message } = await call(listingCalls.addAlert, { body: filters });
      toast.success(message);
      setTold(wanted);
    } catch (failure) {
      toast.error(describeFailure(failure));
    }
    setIsBusy(false);
  };
  return (
    <Button
      kind={kind}
      className={className}
      busy={isBusy}
      aria-disabled={told === wanted}
      onClick={() => void add()}
    >
      {told === wanted ? bundleMessages.alertOn : bundleMessages.alertMe}
    </Button>
  );
}
