import { dateAndTimeOf } from "@market/contract/dates";
import * as accountMessages from "@market/contract/identity/messages";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import type { Suspension } from "./session.ts";

export function SuspensionFacts({ reason, until }: Pick<Suspension, "reason" | "until">) {
  const isTime = until !== undefined && !Number.isNaN(Date.parse(until));
  return (
    <>
      <p className="font-bold text-balance">
        {isTime
          ? accountMessages.suspendedUntil(dateAndTimeOf(until))
          : accountMessages.suspendedOpenEnd}
      </p>
      {reason !== undefined && (
        <p className="whitespace-pre-line wrap-anywhere">
          {accountMessages.suspensionReason}: {reason}
        </p>
      )}
    </>
  );
}

export function SuspendedNotice({ suspension }: { suspension: Suspension }) {
  return (
    <div role="alert" className="bg-danger-soft text-danger rounded-button grid gap-2 p-4">
      <h2 className="text-lg font-bold">{accountMessages.suspendedTitle}</h2>
      <SuspensionFacts {...suspension} />
      {suspension.isLimited ? (
        <Link to={paths.suspended} className={buttonClass("primary", "mt-2")}>
          {accountMessages.readAndAppeal}
        </Link>
      ) : (
        suspension.reason !== undefined && <p>{accountMessages.logInToAppeal}</p>
      )}
    </div>
  );
}
