import { type RefObject, startTransition, useEffect, useState } from "react";

/** Milliseconds in which nothing comes or goes: cards that only fly past are left alone. */
const settled = 100;
/** What is this far from the screen counts as beside it. */
const margin = "120px";
/** Elements in one of these are watched only while it is near itself: each frame pays for every element that is watched. */
const groupSelector = ".card-piece";

type Tell = (isNear: boolean) => void;
const watched = new Map<Element, Tell>();
type Group = { isNear: boolean; members: Set<Element> };
const groups = new Map<Element, Group>();
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
  observer ??= begin();
  watched.set(element, tell);
  const place = element.closest(groupSelector);
  const group = place && groupAt(place, observer);
  group?.members.add(element);
  if (!group || group.isNear) observer.observe(element);
  return () => {
    watched.delete(element);
    moved.delete(element);
    observer?.unobserve(element);
    if (!place || !group) return;
    group.members.delete(element);
    if (group.members.size > 0) return;
    groups.delete(place);
    observer?.unobserve(place);
  };
}

function begin(): IntersectionObserver {
  // A group may get a box, or lose it, without coming or going.
  addEventListener("resize", () => {
    for (const place of groups.keys()) {
      observer?.unobserve(place);
      observer?.observe(place);
    }
  });
  return new IntersectionObserver(note, { rootMargin: margin });
}

function groupAt(place: Element, by: IntersectionObserver): Group {
  const known = groups.get(place);
  if (known) return known;
  const group = { isNear: false, members: new Set<Element>() };
  groups.set(place, group);
  by.observe(place);
  return group;
}

function note(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const group = groups.get(target);
    // Where a group has no box of its own, as on wide screens, its members are watched always.
    if (group) turn(group, isIntersecting || boundingClientRect.height === 0);
    else moved.set(target, isIntersecting);
  }
  clearTimeout(timer);
  timer = setTimeout(tellAll, settled);
}

function turn(group: Group, isNear: boolean): void {
  if (group.isNear === isNear) return;
  group.isNear = isNear;
  for (const member of group.members) {
    if (isNear) observer?.observe(member);
    else {
      observer?.unobserve(member);
      moved.set(member, false);
    }
  }
}

function tellAll(): void {
  startTransition(() => {
    for (const [element, isNear] of moved) watched.get(element)?.(isNear);
  });
  moved.clear();
}
