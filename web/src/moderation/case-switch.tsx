import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { Switch } from "../ui/switch.tsx";

type Props = {
  kind: keyof typeof moderatorsMessages.noticeKinds;
  checked: boolean;
  onChange: (isOn: boolean) => void;
};

export function CaseSwitch({ kind, ...props }: Props) {
  const label = moderatorsMessages.noticeKinds[kind];
  return (
    <Switch label={label} {...props}>
      {label}
    </Switch>
  );
}
