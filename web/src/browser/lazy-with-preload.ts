import { type ComponentType, createElement, use, useEffect } from "react";
import { missNetwork, subscribeToReturn } from "./connection.ts";

/** If the code cannot be fetched, `Lost` is shown until it is unmounted; without `Lost` the component appears when the network is back. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Lost?: ComponentType<Props>,
) {
  type Loading = Promise<ComponentType<Props>>;
  let loaded: ComponentType<Props> | undefined;
  let loading: Loading | undefined;
  /** The promise of the component being shown: React needs the same one again. */
  let shown: Loading | undefined;
  let arrive = (_component: ComponentType<Props>): void => undefined;
  const whenLoaded: Loading = new Promise((resolve) => {
    arrive = resolve;
  });
  const preload = (): Loading =>
    (loading ??= load().then(
      (component) => {
        arrive(component);
        return (loaded = component);
      },
      (failure: unknown) => {
        console.warn("A part of the page could not be fetched", failure);
        loading = undefined;
        missNetwork();
        const stop = subscribeToReturn(() => {
          stop();
          shown = undefined;
          void preload();
        });
        return Missing;
      },
    ));
  function Missing(props: Props) {
    useEffect(
      () => () => {
        shown = undefined;
      },
      [],
    );
    return Lost && createElement(Lost, props);
  }

  function Lazy(props: Props) {
    if (!loaded) void preload();
    // Unlike React.lazy, preloaded code renders immediately.
    return createElement(loaded ?? use(Lost ? (shown ??= preload()) : whenLoaded), props);
  }
  return Object.assign(Lazy, { preload });
}
