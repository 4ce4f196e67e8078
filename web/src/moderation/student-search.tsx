import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import * as safetyMessages from "@market/contract/moderation/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { nextPage } from "../api/next-page.ts";
import { call } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Reinstatement } from "./reinstatement.tsx";
import { textOf } from "./form-text.ts";

const parameter = "q";

/** Finds students by name or address. The address of the page holds what was searched. */
export function StudentSearch() {
  const [search, setSearch] = useSearchParams();
  const q = search.get(parameter) ?? "";
  return (
    <div className="grid gap-5">
      <form
        key={q}
        role="search"
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
        action={(fields: FormData) => {
          const next = new URLSearchParams(search);
          next.set(parameter, textOf(fields, parameter));
          setSearch(next, { replace: true, preventScrollReset: true });
        }}
      >
        <Field label={safetyMessages.searchStudents}>
          <input
            name={parameter}
            type="search"
            autoComplete="off"
            maxLength={100}
            defaultValue={q}
          />
        </Field>
        <Button type="submit">{safetyMessages.search}</Button>
      </form>
      {q !== "" && <Students q={q} />}
    </div>
  );
}

function Students({ q }: { q: string }) {
  const { data, isError, hasNextPage, fetchNextPage } = useInfiniteQuery({
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
  if (data === undefined)
    return isError ? (
      <p role="alert">{safetyMessages.studentsFailed}</p>
    ) : (
      <Skeleton className="rounded-card h-40" />
    );
  const users = data.pages.flatMap((page) => page.users);
  return (
    <>
      <p role="status" className={users.length === 0 ? "text-muted py-8 text-center" : "sr-only"}>
        {users.length === 0 && safetyMessages.noStudents}
      </p>
      <ul className="grid gap-3">
        {users.map(({ _id, name, email, registeredAt, listings, suspended, suspendedUntil }) => (
          <li key={_id} className="bg-surface border-line rounded-card grid gap-2 border p-4">
            <h2 className="font-bold wrap-anywhere">{name}</h2>
            <p className="text-muted text-sm wrap-anywhere">
              {email} · {safetyMessages.sellerSince(longDateOf(registeredAt))} ·{" "}
              {safetyMessages.sellerListings(listings)}
            </p>
            {suspended && (
              <p className="text-danger font-bold">
                {suspendedUntil === undefined
                  ? safetyMessages.suspendedNow
                  : safetyMessages.suspendedNowUntil(longDateOf(suspendedUntil))}
              </p>
            )}
            <Link
              className="inline-flex min-h-11 items-center justify-self-start font-bold underline"
              to={{ search: `?user=${_id}` }}
            >
              {safetyMessages.allCasesOfStudent}
            </Link>
            {suspended && <Reinstatement userId={_id} />}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="plain" onClick={() => void fetchNextPage()}>
          {safetyMessages.moreCases}
        </Button>
      )}
    </>
  );
}
