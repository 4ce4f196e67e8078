import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { Switch } from "../ui/switch.tsx";

type Props = { checked: boolean; onChange: (isOn: boolean) => void };

/** A moderator's switch among those of the other kinds of notices. */
export function CaseSwitch(props: Props) {
  return (
    <Switch label={moderatorsMessages.caseNotices} {...props}>
      {moderatorsMessages.caseNotices}
    </Switch>
  );
}
