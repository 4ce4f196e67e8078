import { dateAndTimeOf, longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import { useQuery } from "@tanstack/react-query";
import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { formatPrice } from "@market/contract/price";
import type { DecisionAction, ListingState } from "@market/contract/moderation/report";
import type { Decision, ModerationCase, Snapshot } from "@market/contract/moderation/schemas";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigationType } from "react-router";
import { call } from "../api/client.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ReportedFeedback } from "./reported-feedback.tsx";
import { CasePhoto } from "./case-photo.tsx";
import { paths } from "../routing/paths.ts";
import { CaseNotes } from "./case-notes.tsx";
import { CaseTools } from "./case-tools.tsx";
import { ListingRestoration } from "./listing-restoration.tsx";
import { Reinstatement } from "./reinstatement.tsx";
import { caseKey } from "./use-case-change.ts";
import { Clock } from "./case-queue.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { earlierWordOf, titleOf, wordOf } from "./case-words.ts";

type Props = {
  caseId: string;
  now: number;
  wanted: DecisionAction | undefined;
  onWant: (wanted: DecisionAction | undefined) => void;
  onDecided: () => void;
};

export function CaseView({ caseId, now, wanted, onWant, onDecided }: Props) {
  const { data: one, isError } = useQuery({
    queryKey: caseKey(caseId),
    queryFn: async ({ signal }) => (await call(calls.getCase, { params: { caseId }, signal })).case,
  });
  // A later read that fails leaves the case, and the note being written, in place.
  if (one === undefined)
    return isError ? (
      <p role="alert">{moderatorsMessages.casesFailed}</p>
    ) : (
      <Skeleton className="rounded-card h-96" />
    );
  return (
    <article className="grid gap-5" aria-label={moderatorsMessages.caseOf}>
      <Heading of={one} now={now} />
      {one.own && (
        <p role="note" className="bg-marigold text-on-marigold rounded-card p-3">
          <strong className="font-bold">{moderatorsMessages.ownCase}.</strong>{" "}
          {one.alone ? moderatorsMessages.ownCaseAlone : moderatorsMessages.ownCaseText}
        </p>
      )}
      {one.state === "open" && !one.own && <CaseTools of={one} />}
      {one.appeal && (
        <Part title={moderatorsMessages.appealCase}>
          <p className="bg-mint text-on-mint rounded-card p-3 whitespace-pre-line wrap-anywhere">
            {one.appeal.text}
          </p>
        </Part>
      )}
      {one.appeal && (
        <Part title={moderatorsMessages.firstDecision}>
          <Decided by={one.appeal.against} />
        </Part>
      )}
      {one.dealId !== undefined && <ReportedFeedback of={one} />}
      {one.dealId === undefined && isAboutListing(one) && <Listings of={one} />}
      {one.grievance && (
        <Part title={moderatorsMessages.grievanceCase}>
          <p className="font-bold wrap-anywhere">
            {one.grievance.subject} · {one.grievance.name} ({one.grievance.email})
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{one.grievance.details}</p>
          {one.grievance.productUrl !== undefined && (
            <p className="text-muted text-sm wrap-anywhere">{one.grievance.productUrl}</p>
          )}
        </Part>
      )}
      {one.reports.length > 0 && (
        <Part title={moderatorsMessages.reportsTitle}>
          <ul className="grid gap-2">
            {one.reports.map(({ reason, details, createdAt }) => (
              <li key={createdAt + reason + details}>
                <strong className="font-bold">{moderationMessages.reasonLabels[reason]}</strong>{" "}
                <span className="text-muted text-sm">{dateAndTimeOf(createdAt)}</span>
                {details !== "" && <p className="whitespace-pre-line wrap-anywhere">{details}</p>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {one.pair && (
        <Part title={moderatorsMessages.pairTitle}>
          <p>
            {moderatorsMessages.postedFirst(dateAndTimeOf(one.pair.createdAt))}{" "}
            <Link to={paths.item(one.pair.copiedFrom)} className="underline">
              {moderatorsMessages.firstListing}
            </Link>
          </p>
          <p>{moderatorsMessages.postedAgain(dateAndTimeOf(one.pair.copiedAt))}</p>
        </Part>
      )}
      {one.concerned && (
        <Concerned of={one.concerned} mayReinstate={one.own !== true || one.alone === true} />
      )}
      {!one.own && (
        <Part title={moderatorsMessages.caseNotes}>
          <CaseNotes of={one} />
        </Part>
      )}
      {one.decision ? (
        <Part title={moderatorsMessages.decided}>
          <Decided by={one.decision} />
        </Part>
      ) : one.forOthers ? (
        <p role="note" className="bg-marigold text-on-marigold rounded-card p-3">
          {moderatorsMessages.appealForOthers}
        </p>
      ) : one.own && !one.alone ? null : (
        <DecisionForm of={one} wanted={wanted} onWant={onWant} onDecided={onDecided} />
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-muted text-sm font-bold">{title}</h3>
      {children}
    </section>
  );
}

function Decided({ by: decision }: { by: Decision }) {
  const { by = "", note, createdAt, until } = decision;
  return (
    <>
      <p className="font-bold">
        {until === undefined
          ? wordOf(decision)
          : moderatorsMessages.suspendedNowUntil(longDateOf(until))}{" "}
        · {moderatorsMessages.decidedBy(by)} · {longDateOf(createdAt)}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{note}</p>
    </>
  );
}

function Heading({ of: one, now }: { of: ModerationCase; now: number }) {
  const title = useShownTitle();
  return (
    <div className="flex flex-wrap items-start gap-3">
      <h2
        ref={title}
        tabIndex={-1}
        className="flex-1 basis-48 scroll-mt-14 text-xl font-bold wrap-anywhere outline-none"
      >
        {titleOf(one)}
      </h2>
      {one.state === "open" && <Clock dueAt={one.dueAt} now={now} />}
    </div>
  );
}

/** Scrolls to the title of a case that was just opened: on a phone it takes the place of the queue. */
function useShownTitle() {
  const title = useRef<HTMLHeadingElement>(null);
  const isWayBack = useNavigationType() === "POP";
  const isFirst = useRef(true);
  useEffect(() => {
    const heading = title.current;
    if (!isFirst.current || heading === null) return;
    isFirst.current = false;
    const isBesideQueue = matchMedia("(min-width: 768px)").matches;
    if (isWayBack && scrollY > 0) return;
    heading.scrollIntoView({ block: isBesideQueue ? "nearest" : "start", behavior: "instant" });
    if (!isBesideQueue) heading.focus({ preventScroll: true });
  }, [isWayBack]);
  return title;
}

/** Cases about a student and most grievances are about no listing. */
const isAboutListing = ({ productId, snapshot }: ModerationCase) =>
  productId !== undefined || snapshot?.price !== undefined;

function Listings({ of: one }: { of: ModerationCase }) {
  const { id, snapshot, listing, productId } = one;
  const isSame = snapshot !== null && listing !== undefined && isUnchanged(snapshot, listing);
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Part title={moderatorsMessages.snapshotTitle}>
        <Described of={snapshot ?? {}} caseId={id} />
      </Part>
      {listing && (
        <Part title={moderatorsMessages.todayTitle}>
          <p className="flex flex-wrap gap-2">
            {marksOf(one, listing).map((mark) => (
              <strong
                key={mark}
                className="bg-sunken inline-block rounded-full px-3 py-1 text-sm font-bold"
              >
                {mark}
              </strong>
            ))}
          </p>
          {listing.address !== undefined && (
            <p className="text-muted text-sm wrap-anywhere">{listing.address}</p>
          )}
          {productId !== undefined && shownStates.includes(listing.state) && (
            <a
              className="inline-flex min-h-11 items-center justify-self-start font-bold underline"
              href={paths.item(productId)}
              target="_blank"
              rel="noreferrer"
            >
              {moderatorsMessages.openListing}
            </a>
          )}
          {productId !== undefined && listing.state === "hidden" && one.own !== true && (
            <ListingRestoration caseId={id} productId={productId} />
          )}
          {isSame ? (
            <p className="text-muted">{moderatorsMessages.unchanged}</p>
          ) : listing.state === "gone" ? null : (
            <>
              <p className="font-bold">{moderatorsMessages.changedSince}</p>
              {listing.name !== undefined && listing.name !== snapshot?.name && (
                <p className="font-bold wrap-anywhere">{listing.name}</p>
              )}
              <Described of={listing} caseId={id} />
            </>
          )}
        </Part>
      )}
    </div>
  );
}

/** States in which a listing has a page. */
const shownStates: readonly ListingState[] = ["listed", "sold", "expired"];

/** The listing's present state, and what else a moderator must know about it. */
function marksOf(
  { hiddenByReports }: ModerationCase,
  { state, sold }: NonNullable<ModerationCase["listing"]>,
): string[] {
  return [
    hiddenByReports
      ? moderatorsMessages.hiddenByReportsMark
      : moderatorsMessages.listingStates[state],
    ...(sold && state !== "sold" ? [moderatorsMessages.alsoSold] : []),
  ];
}

const fields = ["name", "price", "description", "category", "condition", "locationType"] as const;
const photosOf = ({ images = [] }: Partial<Snapshot>) => images.map(({ id }) => id).join();
const isUnchanged = (was: Snapshot, is: Partial<Snapshot>) =>
  fields.every((field) => was[field] === is[field]) && photosOf(was) === photosOf(is);

function Described({ of: listing, caseId }: { of: Partial<Snapshot>; caseId: string }) {
  const { name = "", price, description, category, condition, locationType, images = [] } = listing;
  const facts = [category, condition, locationType].filter((fact) => fact !== undefined);
  return (
    <>
      {images.length > 0 && (
        <div className="grid grid-cols-2 gap-2">
          {images.map((photo, place) => (
            <CasePhoto
              key={photo.id}
              caseId={caseId}
              photoId={photo.id}
              alt={`${name}, photo ${place + 1}`}
            />
          ))}
        </div>
      )}
      {price !== undefined && <p className="font-bold tabular-nums">{formatPrice(price)}</p>}
      {facts.length > 0 && <p className="text-muted text-sm">{facts.join(" · ")}</p>}
      {description !== undefined && (
        <p className="whitespace-pre-line wrap-anywhere">{description}</p>
      )}
    </>
  );
}

type ConcernedProps = {
  of: NonNullable<ModerationCase["concerned"]>;
  mayReinstate: boolean;
};

function Concerned({ of: person, mayReinstate }: ConcernedProps) {
  const { _id, name, registeredAt, listings, suspended, suspendedUntil, decisions } = person;
  return (
    <Part title={moderatorsMessages.sellerTitle}>
      <p>
        <strong className="font-bold">{name}</strong> ·{" "}
        {moderatorsMessages.sellerSince(longDateOf(registeredAt))} ·{" "}
        {moderatorsMessages.sellerListings(listings)}
        {suspended && (
          <strong className="text-danger font-bold">
            {" · "}
            {suspendedUntil === undefined
              ? moderatorsMessages.suspendedNow
              : moderatorsMessages.suspendedNowUntil(longDateOf(suspendedUntil))}
          </strong>
        )}
      </p>
      {decisions.length === 0 ? (
        <p className="text-muted text-sm">{moderatorsMessages.noEarlierDecisions}</p>
      ) : (
        <ul className="grid gap-1 text-sm">
          {decisions.map((decision) => (
            <li key={decision.id}>
              {longDateOf(decision.createdAt)}:{" "}
              <strong className="font-bold">{earlierWordOf(decision)}</strong>. {decision.note}
            </li>
          ))}
        </ul>
      )}
      {suspended && mayReinstate && <Reinstatement userId={_id} />}
      {person.cases.length > 0 && <OtherCases of={person} />}
    </Part>
  );
}

function OtherCases({ of: { _id, cases } }: { of: NonNullable<ModerationCase["concerned"]> }) {
  return (
    <div className="grid">
      <h4 className="text-sm font-bold">{moderatorsMessages.otherCases}</h4>
      <ul className="grid gap-1">
        {cases.map(({ id, state, name = "–", createdAt }) => (
          <li key={id}>
            <CaseLink to={`?case=${id}`}>
              {name} ·{" "}
              {state === "open" ? moderatorsMessages.openCases : moderatorsMessages.closedCases} ·{" "}
              {longDateOf(createdAt)}
            </CaseLink>
          </li>
        ))}
      </ul>
      <CaseLink to={`?user=${_id}`}>{moderatorsMessages.openCasesOfStudent}</CaseLink>
    </div>
  );
}

function CaseLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={{ search: to }}
      className="inline-flex min-h-11 items-center justify-self-start wrap-anywhere underline"
    >
      {children}
    </Link>
  );
}
