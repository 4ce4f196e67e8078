import * as calls from "@market/contract/safety-calls";
import * as safetyMessages from "@market/contract/messages/safety";
import { formatPrice } from "@market/contract/price";
import type { ModerationCase } from "@market/contract/schemas/safety";
import type { ReactNode } from "react";
import { call } from "../api/client.ts";
import { useFetch } from "../browser/use-fetch.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { ReportedFeedback } from "./reported-feedback.tsx";
import { CasePhoto } from "./case-photo.tsx";
import { Clock } from "./case-queue.tsx";
import { dayOf } from "./days.ts";
import { DecisionForm, type Wanted } from "./decision-form.tsx";

type Props = {
  caseId: string;
  now: number;
  /** The action whose key was pressed. */
  wanted: Wanted | undefined;
  onWant: (wanted: Wanted | undefined) => void;
  onDecided: () => void;
};

/** The listing as it was, what reporters say, who sells it, and the decision. */
export function CaseView({ caseId, now, wanted, onWant, onDecided }: Props) {
  const { data: one, failure } = useFetch(
    async (signal) => (await call(calls.getCase, { params: { caseId }, signal })).case,
    { key: caseId },
  );
  if (failure !== undefined) return <p role="alert">{safetyMessages.casesFailed}</p>;
  if (one === undefined) return <Skeleton className="rounded-card h-96" />;
  return (
    <article className="grid gap-5" aria-label={safetyMessages.caseOf}>
      <Snapshot of={one} now={now} />
      {one.appeal && (
        <Part title={safetyMessages.appealCase}>
          <p className="whitespace-pre-line">{one.appeal.text}</p>
          <p className="text-muted text-sm">
            {safetyMessages.actionWords[one.appeal.against.action]}: {one.appeal.against.note}
          </p>
        </Part>
      )}
      {one.grievance && (
        <Part title={safetyMessages.grievanceCase}>
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
        <Part title={safetyMessages.reportsTitle}>
          <ul className="grid gap-2">
            {one.reports.map(({ reason, details, createdAt, feedback }) => (
              <li key={createdAt + reason + details}>
                <strong className="font-bold">{safetyMessages.reportReasons[reason]}</strong>{" "}
                <span className="text-muted text-sm">{dayOf(createdAt)}</span>
                {details !== "" && <p className="whitespace-pre-line wrap-anywhere">{details}</p>}
                {feedback && <ReportedFeedback feedback={feedback} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {one.concerned && <Concerned of={one.concerned} />}
      {one.decision ? (
        <Part title={safetyMessages.decided}>
          <p className="font-bold">
            {safetyMessages.actionWords[one.decision.action]} ·{" "}
            {safetyMessages.decidedBy(one.decision.by ?? "")}
          </p>
          <p className="whitespace-pre-line">{one.decision.note}</p>
        </Part>
      ) : (
        <DecisionForm of={one} wanted={wanted} onWant={onWant} onDecided={onDecided} />
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-muted text-sm font-bold">{title}</h3>
      {children}
    </section>
  );
}

function Snapshot({ of: one, now }: { of: ModerationCase; now: number }) {
  const { name = "–", price, description, images = [] } = one.snapshot ?? {};
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-xl font-bold wrap-anywhere">{name}</h2>
        {one.state === "open" && <Clock dueAt={one.dueAt} now={now} />}
      </div>
      <Part title={safetyMessages.snapshotTitle}>
        {images.length > 0 && one.state === "open" && (
          <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {images.map((photo, place) => (
              <CasePhoto
                key={photo.id}
                caseId={one.id}
                photoId={photo.id}
                alt={`${name}, photo ${place + 1}`}
              />
            ))}
          </div>
        )}
        {price !== undefined && <p className="font-bold tabular-nums">{formatPrice(price)}</p>}
        {description !== undefined && (
          <p className="whitespace-pre-line wrap-anywhere">{description}</p>
        )}
      </Part>
    </>
  );
}

function Concerned({ of: person }: { of: NonNullable<ModerationCase["concerned"]> }) {
  const { name, registeredAt, listings, decisions } = person;
  return (
    <Part title={safetyMessages.sellerTitle}>
      <p>
        <strong className="font-bold">{name}</strong> ·{" "}
        {safetyMessages.sellerSince(dayOf(registeredAt))} ·{" "}
        {safetyMessages.sellerListings(listings)}
      </p>
      {decisions.length === 0 ? (
        <p className="text-muted text-sm">{safetyMessages.noEarlierDecisions}</p>
      ) : (
        <ul className="grid gap-1 text-sm">
          {decisions.map(({ id, action, note, createdAt }) => (
            <li key={id}>
              {dayOf(createdAt)}:{" "}
              <strong className="font-bold">{safetyMessages.actionWords[action]}</strong>, {note}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
