import { type RefObject, startTransition, useEffect, useState } from "react";

/** Milliseconds in which nothing comes or goes: cards that only fly past are left alone. */
const settled = 100;

type Tell = (isNear: boolean) => void;
const watched = new WeakMap<Element, Tell>();
const moved = new Map<Element, boolean>();
let timer: ReturnType<typeof setTimeout> | undefined;
let observer: IntersectionObserver | undefined;

/** Whether an element is on the screen or just beside it; false on the server. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const one = element.current;
    return one ? watch(one, setIsNear) : undefined;
  }, [element]);
  return isNear;
}

/** One observer for all: a list has hundreds. @returns a function that ends it */
function watch(element: Element, tell: Tell): () => void {
  observer ??= new IntersectionObserver(note, { rootMargin: "120px" });
  watched.set(element, tell);
  observer.observe(element);
  return () => {
    watched.delete(element);
    moved.delete(element);
    observer?.unobserve(element);
  };
}

function note(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) moved.set(target, isIntersecting);
  clearTimeout(timer);
  timer = setTimeout(tellAll, settled);
}

function tellAll(): void {
  startTransition(() => {
    for (const [element, isNear] of moved) watched.get(element)?.(isNear);
  });
  moved.clear();
}
