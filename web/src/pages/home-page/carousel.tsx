import { carouselInterval, carouselIntervalSignedIn } from "@market/contract/limits";
import * as homeMessages from "@market/contract/pages/home-messages";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import boxNarrow from "../../art/box-narrow.svg";
import boxWide from "../../art/box-wide.svg";
import gateNarrow from "../../art/gate-narrow.svg";
import gateWide from "../../art/gate-wide.svg";
import { useSession } from "../../identity/session.ts";
import { usePageSettings } from "../../routing/page-context.ts";
import { paths } from "../../routing/paths.ts";
import { useHydrated, useMedia } from "../../browser/hydrated.tsx";
import { useSavesData } from "../../browser/save-data.ts";
import { local } from "../../browser/storage.ts";
import { Icon } from "../../ui/icon.tsx";
import { type Art, Banner, board } from "./banner.tsx";

const swipe = 40;
/** The key that is stored while the slides are paused on this device. */
const stillKey = "slides-still";

/** The carousel (R086 to R089). The first slide is plain HTML. */
export function HomeCarousel() {
  const { campus } = usePageSettings();
  const slides = slidesOf(campus.name);
  const isSignedIn = useSession().status === "signed-in";
  const { index, isPaused, turnBy, togglePause, rest } = useTurning(
    slides.length,
    isSignedIn ? carouselIntervalSignedIn : carouselInterval,
  );
  const swiping = useSwipe(turnBy);

  return (
    <section
      aria-roledescription="carousel"
      aria-label={homeMessages.carousel}
      className="min-w-0"
      {...rest}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_40px] overflow-hidden rounded-card md:grid-cols-[minmax(0,1fr)_56px] md:rounded-sheet">
        <ul
          className="carousel-track min-w-0"
          data-index={index}
          aria-live={isPaused ? "polite" : "off"}
          {...swiping}
        >
          {slides.map((slide, place) => (
            <li
              key={slide.title}
              className="relative grid min-h-24 w-full shrink-0 md:min-h-50 lg:min-h-70"
              aria-roledescription="slide"
              inert={place !== index}
            >
              <SlideLink
                slide={slide}
                to={isSignedIn ? paths.buy : paths.login}
                isFirst={place === 0}
              />
            </li>
          ))}
        </ul>
        <div className="carousel-controls relative grid content-center justify-items-center bg-[light-dark(#e4d3b0,#8d8677)]">
          <span className="grid gap-1.5" aria-hidden="true">
            {slides.map(({ title }, place) => (
              <span
                key={title}
                className={`w-2 rounded-full bg-[#14181f] transition-all ${place === index ? "h-5" : "h-2 opacity-40"}`}
              />
            ))}
          </span>
          <button
            type="button"
            aria-label={isPaused ? homeMessages.playSlides : homeMessages.pauseSlides}
            onClick={togglePause}
            className="pressable -mb-2 grid size-10 place-items-center text-[#14181f] md:size-12"
          >
            <Icon name={isPaused ? "play" : "pause"} className="size-4" />
          </button>
        </div>
      </div>
    </section>
  );
}

function SlideLink({ slide, to, isFirst }: { slide: Slide; to: string; isFirst: boolean }) {
  const isHydrated = useHydrated();
  return (
    <Link to={to} draggable={false} className="grid bg-[#efe2c8] text-[#14181f] -outline-offset-4">
      {(isFirst || isHydrated) && (
        <Banner
          art={slide.art}
          priority={isFirst ? "high" : "low"}
          className={`absolute inset-0 size-full object-cover ${slide.position}`}
        />
      )}
      <span className="absolute inset-0 bg-[light-dark(transparent,#11151a59)]" />
      <span className="relative grid w-1/2 content-center gap-1 pt-[calc(2rem-20px)] pb-3 pl-4 sm:pl-8 md:w-[42%] md:gap-3">
        <span className="text-lg leading-tight font-bold text-balance md:text-3xl xl:text-4xl">
          {slide.title}
        </span>
        <span className="text-sm leading-tight md:text-lg">{slide.text}</span>
      </span>
    </Link>
  );
}

/** Turns the slides, except while they are paused or held (Q15). */
function useTurning(slides: number, interval: number) {
  const [index, setIndex] = useState(0);
  const [isStopped, setIsStopped] = useState<boolean>();
  const [isHeld, setIsHeld] = useState(false);
  const isSparing = useSavesData();
  const isCalm = useMedia("(prefers-reduced-motion: reduce)") || isSparing;
  const wasPaused = useHydrated() && local.read(stillKey) !== undefined;
  const isPaused = isStopped ?? (wasPaused || isCalm);
  useEffect(() => {
    if (isPaused || isHeld) return undefined;
    const turn = setInterval(() => {
      if (!document.hidden) setIndex((before) => (before + 1) % slides);
    }, interval);
    return () => clearInterval(turn);
  }, [isPaused, isHeld, slides, interval]);
  return {
    index,
    isPaused,
    turnBy: (step: number) => setIndex((before) => (before + step + slides) % slides),
    togglePause: () => {
      setIsStopped(!isPaused);
      if (isPaused) local.remove(stillKey);
      else local.write(stillKey, "yes");
    },
    rest: {
      onPointerEnter: () => setIsHeld(true),
      onPointerLeave: () => setIsHeld(false),
      onFocus: () => setIsHeld(true),
      onBlur: () => setIsHeld(false),
    },
  };
}

function useSwipe(turnBy: (step: number) => void) {
  const start = useRef<number>(undefined);
  const [hasMoved, setHasMoved] = useState(false);
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      start.current = clientX;
      setHasMoved(false);
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const moved = clientX - (start.current ?? clientX);
      if (Math.abs(moved) < swipe) return;
      setHasMoved(true);
      turnBy(moved < 0 ? 1 : -1);
    },
    // A swipe ends in a click, which is not meant as one.
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!hasMoved) return;
      event.preventDefault();
      event.stopPropagation();
      setHasMoved(false);
    },
  };
}

/** `position` is the part of the art that a low strip shows, and a high one: large text keeps the left free. */
type Slide = { title: string; text: string; art: Art; position: string };

function slidesOf(campus: string): Slide[] {
  return [
    {
      title: homeMessages.slideBoard,
      text: homeMessages.slideBoardText(campus),
      art: board,
      position: "object-[0%_38%] md:object-left-top lg:object-top",
    },
    {
      title: homeMessages.slideBox,
      text: homeMessages.slideBoxText,
      art: { wide: boxWide, narrow: boxNarrow },
      position: "object-[0%_62%]",
    },
    {
      title: homeMessages.slideGate,
      text: homeMessages.slideGateText,
      art: { wide: gateWide, narrow: gateNarrow },
      position: "object-[0%_88%]",
    },
  ];
}
