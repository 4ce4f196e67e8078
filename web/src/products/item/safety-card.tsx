import * as itemMessages from "@market/contract/products/messages";
import * as messages from "@market/contract/notices/messages";
import { usePageSettings } from "../../routing/page-context.ts";
import { Button } from "../../ui/button.tsx";
import { CloseButton, Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/more-icons.tsx";

type Props = { onChat: () => void; onClose: () => void };

/** Advice before the first chat of a day; both buttons lead to the chat. */
export function SafetyCard({ onChat, onClose }: Props) {
  const { meetingPlaces } = usePageSettings().campus;
  return (
    <Dialog open onClose={onClose} label={messages.safetyTitle} className="dialog-sheet">
      <div className="grid gap-4 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{messages.safetyTitle}</h2>
          <CloseButton onClick={onClose} />
        </div>
        <ul className="grid gap-3">
          {messages.safetyLines.map((line) => (
            <li key={line} className="flex gap-3">
              <Icon name="check" className="text-primary size-6" />
              <span className="min-w-0">{line}</span>
            </li>
          ))}
        </ul>
        {meetingPlaces.length > 0 && (
          <div className="bg-sunken rounded-button grid gap-2 p-3">
            <h3 className="font-bold">{messages.meetingPlaces}</h3>
            <ul className="grid gap-1">
              {meetingPlaces.map((place) => (
                <li key={place} className="flex gap-2">
                  <Icon name="pin" className="text-primary size-5" />
                  <span className="min-w-0 wrap-anywhere">{place}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Button kind="whatsapp" className="min-h-14" onClick={onChat}>
          <Icon name="chat" className="size-6" />
          {itemMessages.chat}
        </Button>
        <Button kind="quiet" onClick={onChat}>
          {messages.safetySkip}
        </Button>
      </div>
    </Dialog>
  );
}
