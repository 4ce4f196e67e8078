import * as messages from "@market/contract/deals/request-messages";
import { useQuery } from "@tanstack/react-query";
import { ownContactChoice } from "../students/contact-choice.ts";
import { Switch } from "../ui/switch.tsx";

type Props = {
  /** Empty for the choice in the profile. */
  choice: string;
  onChange: (choice: string) => void;
};

/** Whether buyers of a listing ask first; the choice of the profile is not stored with the listing. */
export function AskFirst({ choice, onChange }: Props) {
  const { data: usual = "open" } = useQuery(ownContactChoice);
  const change = (isAsking: boolean) => {
    const chosen = isAsking ? "ask" : "open";
    onChange(chosen === usual ? "" : chosen);
  };
  return (
    <div className="grid">
      <Switch
        label={messages.askFirst}
        checked={(choice === "" ? usual : choice) === "ask"}
        onChange={change}
      >
        {messages.askFirst}
      </Switch>
      <p className="text-muted text-sm">{messages.askFirstOfOne}</p>
    </div>
  );
}
