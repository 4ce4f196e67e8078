import { messages } from "@market/contract/messages";
import { usePageSettings } from "../page-context.ts";

/** Where support is reached (R017). */
export function SupportLine() {
  const { campus } = usePageSettings();
  return (
    <p className="border-line mt-10 border-t pt-6">
      {messages.support}{" "}
      <a
        href={`mailto:${campus.contactEmail}`}
        className="text-primary font-bold underline underline-offset-4"
      >
        {campus.contactEmail}
      </a>
    </p>
  );
}
