import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { nextPage } from "../api/next-page.ts";
import { call } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Reinstatement } from "./reinstatement.tsx";
import { ShowMore } from "./show-more.tsx";

const parameter = "q";

/** Finds students by name or address. The address of the page holds what was searched. */
export function StudentSearch() {
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search);
  const q = search.get(parameter) ?? "";
  const [text, setText] = useState(q);
  const [known, setKnown] = useState(q);
  const [sent, setSent] = useState(q);
  // Back and links change the field. Its own search does not, which reaches the address after more may have been typed.
  if (q !== known) {
    setKnown(q);
    if (q !== sent) setText(q);
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    const next = new URLSearchParams(search);
    next.set(parameter, wanted);
    setSent(wanted);
    void navigate(`?${next}`, { replace: true });
  };
  return (
    <div className="grid gap-5">
      <form role="search" className="grid items-end gap-3 sm:grid-cols-[1fr_auto]" onSubmit={send}>
        <Field label={moderatorsMessages.searchStudents}>
          <input
            name={parameter}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit">{moderatorsMessages.search}</Button>
      </form>
      {q !== "" && <Students q={q} />}
    </div>
  );
}

function Students({ q }: { q: string }) {
  const found = useInfiniteQuery({
    queryKey: ["own", "moderated-students", q],
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined;
      const { users } = await call(calls.moderatedUsers, {
        query: { q, ...(pageParam && { cursor: pageParam }) },
        signal,
        onHeaders: (headers) => {
          next = nextPage(headers);
        },
      });
      return { users, next };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const { data, isError } = found;
  if (data === undefined)
    return isError ? (
      <p role="alert">{moderatorsMessages.studentsFailed}</p>
    ) : (
      <Skeleton className="rounded-card h-40" />
    );
  const users = data.pages.flatMap((page) => page.users);
  return (
    <>
      <p role="status" className={users.length === 0 ? "text-muted py-8 text-center" : "sr-only"}>
        {users.length === 0 && moderatorsMessages.noStudents}
      </p>
      <ul className="grid gap-3">
        {users.map(({ _id, name, email, registeredAt, listings, suspended, suspendedUntil }) => (
          <li key={_id} className="bg-surface border-line rounded-card grid gap-2 border p-4">
            <h2 tabIndex={-1} className="font-bold wrap-anywhere outline-none">
              {name}
            </h2>
            <p className="text-muted text-sm wrap-anywhere">
              {email} · {moderatorsMessages.sellerSince(longDateOf(registeredAt))} ·{" "}
              {moderatorsMessages.sellerListings(listings)}
            </p>
            {suspended && (
              <p className="text-danger font-bold">
                {suspendedUntil === undefined
                  ? moderatorsMessages.suspendedNow
                  : moderatorsMessages.suspendedNowUntil(longDateOf(suspendedUntil))}
              </p>
            )}
            <Link
              className="inline-flex min-h-11 items-center justify-self-start font-bold underline"
              to={{ search: `?user=${_id}` }}
            >
              {moderatorsMessages.openCasesOfStudent}
            </Link>
            {suspended && <Reinstatement userId={_id} />}
          </li>
        ))}
      </ul>
      <ShowMore of={found} failed={moderatorsMessages.studentsFailed} />
    </>
  );
}
