import * as dealMessages from "@market/contract/deals/messages";
import { Icon } from "../../ui/more-icons.tsx";

export function UnlistedNote({ own }: { own: boolean }) {
  return (
    <p className="bg-sunken flex items-center gap-3 rounded-card px-4 py-3 font-bold">
      <Icon name="clock" />
      {own ? dealMessages.unlistedOwn : dealMessages.unlisted}
    </p>
  );
}
