import { startTransition, useEffect, useState } from "react";
import { usePageSettings } from "./page-context.ts";

/** Milliseconds since 1970: the document's time first, so that server and browser agree. */
export function useNow(): number {
  const { renderedAt } = usePageSettings();
  const [now, setNow] = useState(() => Date.parse(renderedAt));
  useEffect(() => startTransition(() => setNow(Date.now())), []);
  return now;
}
