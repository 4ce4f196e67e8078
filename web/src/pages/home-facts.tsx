import { platformFee } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { usePageSettings } from "../page-context.ts";

/** Three things about this place that can be checked. */
export function HomeFacts() {
  const { campus } = usePageSettings();
  const facts = [
    [`₹${platformFee}`, messages.factFee],
    ["1", messages.factCampus(campus.name)],
    ["0", messages.factPhones],
  ] as const;
  return (
    <section aria-label={messages.facts} className="content pt-12 md:pt-16">
      <ul className="bg-mint text-on-mint grid gap-6 rounded-card p-6 md:grid-cols-3 md:p-8">
        {facts.map(([number, text]) => (
          <li
            key={text}
            className="grid grid-cols-[3.5rem_1fr] items-center gap-3 md:grid-cols-1 md:gap-1"
          >
            <span className="text-3xl font-bold tabular-nums md:text-4xl">{number}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
