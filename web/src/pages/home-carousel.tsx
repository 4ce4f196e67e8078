import { carouselInterval, carouselIntervalSignedIn } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { useSession } from "../account/session.ts";
import { usePageSettings } from "../page-context.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { useHydrated, useMedia } from "../ui/hydrated.tsx";
import { useSavesData } from "../ui/save-data.ts";
import { Icon } from "../ui/icon.tsx";
import { slidesOf, type Slide } from "./home-slides.ts";

/** Pixels that a finger must move to turn a slide. */
const swipe = 40;

/** The pictures at the top of the home page (R086 to R089). The first one is plain HTML. */
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
      aria-label={messages.carousel}
      className="content pt-2 md:pt-4"
      {...rest}
    >
      <div className="relative overflow-hidden rounded-card md:rounded-sheet">
        <ul
          className="carousel-track"
          data-index={index}
          aria-live={isPaused ? "polite" : "off"}
          {...swiping}
        >
          {slides.map((slide, place) => (
            <li
              key={slide.title}
              className="relative aspect-video w-full shrink-0 md:aspect-21/9"
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
        <div className="absolute right-1 bottom-1 flex h-8 items-center rounded-full bg-[#fffffff0] pl-3 md:right-4 md:bottom-4">
          <span className="flex gap-1.5" aria-hidden="true">
            {slides.map(({ title }, place) => (
              <span
                key={title}
                className={`h-2 rounded-full bg-[#14181f] transition-all ${place === index ? "w-5" : "w-2 opacity-40"}`}
              />
            ))}
          </span>
          <button
            type="button"
            aria-label={isPaused ? messages.playSlides : messages.pauseSlides}
            onClick={togglePause}
            className="pressable -my-2 grid size-12 place-items-center text-[#14181f]"
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
    <Link
      to={to}
      draggable={false}
      className="absolute inset-0 block bg-[#efe2c8] text-[#14181f] -outline-offset-4"
    >
      {(isFirst || isHydrated) && (
        <picture>
          <source media="(width < 768px)" srcSet={slide.narrow} width="960" height="540" />
          <img
            src={slide.wide}
            alt=""
            width="1680"
            height="720"
            fetchPriority={isFirst ? "high" : "low"}
            draggable={false}
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      )}
      <span className="absolute inset-y-0 left-0 grid w-1/2 content-center gap-1 pl-4 sm:pl-8 md:w-[42%] md:gap-3 md:pl-14">
        <span className="text-xl leading-tight font-bold text-balance sm:text-3xl lg:text-4xl">
          {slide.title}
        </span>
        <span className="text-sm leading-tight sm:text-lg">{slide.text}</span>
      </span>
    </Link>
  );
}

/** Turns by itself until somebody looks closer, looks away or wants calm (Q15). */
function useTurning(slides: number, interval: number) {
  const [index, setIndex] = useState(0);
  const [isStopped, setIsStopped] = useState<boolean>();
  const [isHeld, setIsHeld] = useState(false);
  const isSparing = useSavesData();
  const isCalm = useMedia("(prefers-reduced-motion: reduce)") || isSparing;
  const isPaused = isStopped ?? isCalm;
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
    togglePause: () => setIsStopped(!isPaused),
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
