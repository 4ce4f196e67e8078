import { type ComponentType, createElement, use } from "react";

/** A lazy component with `preload`; a failed load is retried when the network is back. */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let arrive = (_component: ComponentType<Props>): void => undefined;
  const arrival = new Promise<ComponentType<Props>>((resolve) => {
    arrive = resolve;
  });
  const preload = (): Promise<void> =>
    (loading ??= load().then(
      (component) => {
        loaded = component;
        arrive(component);
      },
      (failure: unknown) => {
        loading = undefined;
        console.warn("A part of the page could not be fetched", failure);
        addEventListener("online", () => void preload(), { once: true });
      },
    ));

  function Lazy(props: Props) {
    if (!loaded) void preload();
    // Unlike React.lazy, preloaded code renders at once.
    return createElement(loaded ?? use(arrival), props);
  }
  return Object.assign(Lazy, { preload });
}
