import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/**
 * A part whose code is fetched when it is first shown, or before by `fetch`. Nothing stands in its
 * place until then; code that could not be had is asked for again when the network is back.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Part: (props: Props) => ReactNode; fetch: () => Promise<void> } {
  let Loaded: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  const fetch = () =>
    (coming ??= load().then(
      (part) => {
        Loaded = part;
      },
      (failure: unknown) => {
        coming = undefined;
        console.warn("A part of the page could not be fetched", failure);
      },
    ));

  function Part(props: Props) {
    const [, setIsHere] = useState(Loaded !== undefined);
    useEffect(() => {
      const bring = () => void fetch().then(() => setIsHere(Loaded !== undefined));
      bring();
      addEventListener("online", bring);
      return () => removeEventListener("online", bring);
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return { Part, fetch };
}
