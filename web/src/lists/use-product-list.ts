import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { perTab } from "../browser/storage.ts";
import { useStore } from "../browser/store.ts";
import { subscribeToReturn } from "../browser/connection.ts";
import { choiceKey, type ListChoice } from "../search/filters.ts";
import { productList } from "./product-list.ts";

/** The first card in sight and its distance from the top of the screen, in CSS pixels. */
type ScrollAnchor = { index: number; top: number };

const placeKey = "list-place";
type Place = { of: string; pages: number; anchor: ScrollAnchor };

/** Opens the list of a choice. The returned function scrolls to where it was before a reload, once it is drawn. */
export function useProductList(choice: ListChoice) {
  const isWayBack = useNavigationType() === "POP";
  const place = useRef<Place>(undefined);
  const open = useEffectEvent((wanted: ListChoice) => {
    // Another choice begins at its own top; an opened item changes no choice.
    if (!isWayBack) window.scrollTo({ top: 0, behavior: "instant" });
    const isReload = isWayBack && productList.store.get().of === undefined;
    place.current = isReload ? savedPlace(choiceKey(wanted)) : undefined;
    void productList.open(wanted, { resume: isWayBack, pages: place.current?.pages });
  });
  useLayoutEffect(() => open(choice), [choice]);
  useEffect(() => subscribeToReturn(() => void productList.refresh()), []);
  useEffect(() => () => productList.close(), []);

  const savePlace = useEffectEvent(() => {
    // A list that has not scrolled to its place yet would be saved at the top.
    if (place.current) return;
    const { of, pages } = productList.store.get();
    if (pages < 2 || of !== choiceKey(choice)) return perTab.remove(placeKey);
    perTab.write(placeKey, JSON.stringify({ of, pages, anchor: scrollAnchor() }));
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener("visibilitychange", () => savePlace(), { signal });
    addEventListener("pagehide", () => savePlace(), { signal });
    return () => leaving.abort();
  }, []);
  useLayoutEffect(() => () => savePlace(), []);

  const goToPlace = () => {
    if (place.current) scrollToAnchor(place.current.anchor);
    place.current = undefined;
  };
  return [useStore(productList.store), goToPlace] as const;
}

function savedPlace(of: string): Place | undefined {
  const stored = perTab.readJson(placeKey) as Place | undefined;
  return stored?.of === of ? stored : undefined;
}

const cards = () => document.querySelectorAll<HTMLElement>("main [role=listitem]");

/** Finds where the list is read; rows out of sight have estimated heights, so the page's own offset would not do. */
function scrollAnchor(): ScrollAnchor {
  let index = 0;
  for (const card of cards()) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 0) return { index, top };
    index += 1;
  }
  return { index: 0, top: 0 };
}

/** Goes there, and stays for a second in which rows get their true heights, unless the user moves. */
function scrollToAnchor({ index, top }: ScrollAnchor): void {
  const end = performance.now() + 1000;
  let isMoved = false;
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(type, () => (isMoved = true), { once: true, passive: true });
  const hold = () => {
    const card = cards()[index];
    if (!card || isMoved) return;
    scrollBy({ top: card.getBoundingClientRect().top - top, behavior: "instant" });
    if (performance.now() < end) requestAnimationFrame(hold);
  };
  hold();
}
