import { startTransition, useEffect, useState } from "react";
import { usePageSettings } from "../page-context.ts";

/**
 * Milliseconds since 1970 for counting ages: the document's own time first, so that server and
 * browser agree, the browser's once the page stands.
 */
export function useNow(): number {
  const { renderedAt } = usePageSettings();
  const [now, setNow] = useState(() => Date.parse(renderedAt));
  useEffect(() => startTransition(() => setNow(Date.now())), []);
  return now;
}
