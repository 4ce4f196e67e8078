import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { type DecisionAction, decisionActions } from "@market/contract/moderation/report";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { CaseFilter, readFilter } from "./case-filter.tsx";
import { ModerationLog } from "./moderation-log.tsx";
import { StudentSearch } from "./student-search.tsx";
import { CaseQueue } from "./case-queue.tsx";
import { CaseView } from "./case-view.tsx";
import { actionsOf } from "./decision-form.tsx";
import { ModeratorsNavigation } from "./moderators-navigation.tsx";
import { ShowMore } from "./show-more.tsx";
import { type CaseState, type Trouble, useCases } from "./use-cases.ts";

type Props = { renderTrouble: (trouble: Trouble, retry: () => void) => React.ReactNode };

type View = "cases" | "students" | "log";
const viewNames: Record<View, string> = {
  cases: moderatorsMessages.cases,
  students: moderatorsMessages.students,
  log: moderatorsMessages.log,
};
const views: readonly View[] = ["cases", "students", "log"];

/** One of several that exclude each other; the chosen one is marked, not louder than what it leads to. */
const choice =
  "pressable bg-surface border-control hover:bg-sunken aria-pressed:bg-mint aria-pressed:text-on-mint aria-pressed:border-primary aria-pressed:font-bold aria-[current=page]:bg-mint aria-[current=page]:text-on-mint aria-[current=page]:border-primary aria-[current=page]:font-bold inline-flex min-h-11 items-center rounded-full border px-4";

/** The queue, and beside it or, on a phone, in its place the case. The address holds all choices. */
export function ModeratorsPage({ renderTrouble }: Props) {
  const here = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(here.search);
  const isFromQueue = (here.state as { isFromQueue?: boolean } | null)?.isFromQueue;
  const view = views.find((each) => each === search.get("view")) ?? "cases";
  const state: CaseState = search.get("state") === "closed" ? "closed" : "open";
  const selected = view === "cases" ? (search.get("case") ?? undefined) : undefined;
  const filter = readFilter(search);
  const { cases, list, trouble, remove, retry } = useCases(state, filter);
  const [chosen, setChosen] = useState<{ caseId: string; action: DecisionAction }>();
  // A link may lead to another case, for which nothing is chosen.
  const wanted = chosen?.caseId === selected ? chosen?.action : undefined;
  const setWanted = (action: DecisionAction | undefined) =>
    setChosen(action && selected !== undefined ? { caseId: selected, action } : undefined);
  const [openedAt] = useState(() => Date.now());
  const now = Math.max(openedAt, list.dataUpdatedAt);
  const [isAdmitted, setIsAdmitted] = useState(false);
  if (cases && !isAdmitted) setIsAdmitted(true);
  const heading = useRef<HTMLHeadingElement>(null);

  /** @param names parameters of the address with their new values; empty ones are removed */
  const change = (names: Record<string, string>, isReplaced = false) => {
    setWanted(undefined);
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(names)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    const isOpened = names["case"] !== undefined && names["case"] !== "";
    // Back leads to the queue, where it was left.
    const entry = { isFromQueue: isOpened && (isReplaced ? isFromQueue === true : true) };
    void navigate(`?${next}`, { replace: isReplaced, state: entry });
  };
  const openCase = (id: string | undefined, isReplaced: boolean) =>
    change({ case: id ?? "" }, isReplaced);
  const backToQueue = () => {
    // The button disappears with the case.
    heading.current?.focus({ preventScroll: true });
    if (isFromQueue) void navigate(-1);
    else openCase(undefined, true);
  };
  const move = (by: 1 | -1) => {
    const at = cases?.findIndex(({ id }) => id === selected) ?? -1;
    const next = at === -1 ? cases?.[0] : cases?.[at + by];
    if (next) openCase(next.id, selected !== undefined);
  };
  const decided = (id: string) => {
    const at = cases?.findIndex((each) => each.id === id) ?? -1;
    const next = cases?.[at + 1] ?? cases?.[at - 1];
    remove(id);
    // The answer may arrive after another case was opened.
    if (new URLSearchParams(location.search).get("case") !== id) return;
    openCase(next?.id, true);
    heading.current?.focus({ preventScroll: true });
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    // A photo that is open in full size.
    if (document.documentElement.classList.contains("has-modal")) return undefined;
    const isTyping =
      event.target instanceof Element && event.target.closest("input,textarea,select");
    if (event.key === "Escape" && wanted) return setWanted(undefined);
    if (view !== "cases" || isTyping || event.ctrlKey || event.metaKey || event.altKey)
      return undefined;
    if (event.key === "j") return move(1);
    if (event.key === "k") return move(-1);
    const action = /^[1-5]$/.test(event.key) ? decisionActions[Number(event.key) - 1] : undefined;
    const one = cases?.find(({ id }) => id === selected);
    if (
      action === undefined ||
      one?.state !== "open" ||
      !actionsOf(one).includes(action) ||
      one.forOthers ||
      (one.own && !one.alone)
    )
      return undefined;
    event.preventDefault();
    return setWanted(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  if (trouble) return renderTrouble(trouble, retry);
  // Until the server has answered, this may be a student, for whom there is no such page.
  if (!isAdmitted) return <Loading label={shellMessages.loading} />;
  return (
    <div className="content pt-5 pb-12 md:pt-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
          {moderatorsMessages.moderation}
        </h1>
        <ModeratorsNavigation here="/moderation" />
        <p className="text-muted text-sm max-md:hidden">{moderatorsMessages.moderationKeys}</p>
      </div>
      <nav
        aria-label={moderatorsMessages.views}
        className={`mb-4 flex flex-wrap gap-2 ${selected === undefined ? "" : "max-md:hidden"}`}
      >
        {views.map((each) => (
          <Link
            key={each}
            to={{ search: each === "cases" ? "" : `?view=${each}` }}
            aria-current={each === view ? "page" : undefined}
            className={choice}
          >
            {viewNames[each]}
          </Link>
        ))}
      </nav>
      {view === "students" && <StudentSearch />}
      {view === "log" && <ModerationLog />}
      <div
        className={view === "cases" ? "grid gap-6 md:grid-cols-[minmax(260px,1fr)_2fr]" : "hidden"}
      >
        <div className={selected === undefined ? "min-w-0" : "min-w-0 max-md:hidden"}>
          <div className="mb-3 flex flex-wrap gap-2">
            {(["open", "closed"] as const).map((each) => (
              <button
                key={each}
                type="button"
                className={choice}
                aria-pressed={each === state}
                onClick={() => change({ state: each === "closed" ? each : "", case: "" })}
              >
                {each === "open" ? moderatorsMessages.openCases : moderatorsMessages.closedCases}
              </button>
            ))}
          </div>
          <CaseFilter
            filter={filter}
            onChoose={(name, value) => change({ [name]: value, case: "" }, true)}
          />
          {filter.userId !== undefined && (
            <p className="mb-3 flex flex-wrap items-center justify-between gap-2">
              <strong className="font-bold">{moderatorsMessages.casesOf}</strong>
              <Button kind="quiet" className="px-2" onClick={() => change({ user: "", case: "" })}>
                {moderatorsMessages.casesOfEverybody}
              </Button>
            </p>
          )}
          {cases === undefined && <Skeleton className="rounded-card h-40" />}
          <p
            role="status"
            className={cases?.length === 0 ? "text-muted py-8 text-center" : "sr-only"}
          >
            {cases &&
              (cases.length > 0
                ? moderatorsMessages.casesFound(cases.length, list.hasNextPage)
                : state === "open"
                  ? moderatorsMessages.noCases
                  : moderatorsMessages.noClosedCases)}
          </p>
          {cases && (
            <CaseQueue
              cases={cases}
              selected={selected}
              now={now}
              onSelect={(id) => openCase(id, selected !== undefined)}
            />
          )}
          <ShowMore of={list} failed={moderatorsMessages.casesFailed} />
        </div>
        {selected === undefined && cases !== undefined && cases.length > 0 && (
          <p className="text-muted border-line rounded-card self-start border border-dashed p-8 text-center max-md:hidden">
            {moderatorsMessages.chooseCase}
          </p>
        )}
        {selected !== undefined && (
          <div className="min-w-0">
            <Button
              kind="quiet"
              className="mb-2 -ml-2 px-2 text-left md:hidden"
              onClick={backToQueue}
            >
              <Icon name="left" />
              {moderatorsMessages.backToQueue}
            </Button>
            <CaseView
              key={selected}
              caseId={selected}
              now={now}
              wanted={wanted}
              onWant={setWanted}
              onDecided={() => decided(selected)}
            />
          </div>
        )}
      </div>
    </div>
  );
}
