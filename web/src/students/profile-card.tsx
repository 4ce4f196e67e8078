import * as profileMessages from "@market/contract/students/profile-messages";
import type { User } from "@market/contract/students/student";
import { Fragment, type ReactNode } from "react";
import { AvatarPicker } from "./avatar-picker.tsx";
import { DetailsEditor } from "./details-editor.tsx";
import { SemesterEditor } from "./semester-editor.tsx";

export function ProfileCard({ user }: { user: User }) {
  const facts: [name: string, value: ReactNode][] = [
    [profileMessages.phone, user.phone],
    [profileMessages.email, <Address key="email" email={user.email} />],
    [profileMessages.course, user.course],
    [profileMessages.semester, <SemesterEditor key="semester" semester={user.semester} />],
  ];
  return (
    <section
      aria-label={profileMessages.aboutYou}
      className="bg-surface border-line rounded-card grid grid-cols-1 gap-3 border p-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)] lg:items-center lg:gap-6 lg:px-6"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-3 sm:gap-4">
        <AvatarPicker user={user} />
        <h1 className="min-w-0 flex-1 basis-[6.5rem] text-lg font-bold sm:text-xl md:text-2xl">
          {user.name}
        </h1>
        <DetailsEditor user={user} />
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-2 text-sm md:gap-x-6">
        {facts.map(([name, value], nth) => (
          // If there is space, a long address moves to another line instead of breaking.
          <div
            key={name}
            className={`max-w-full min-w-0 grow md:basis-auto ${nth % 2 === 0 ? "basis-[7.5rem]" : "basis-[8.75rem]"}`}
          >
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Breaks a long address before its signs rather than within a word. */
const Address = ({ email }: { email: string }) =>
  email.split(/(?=[.@])/).map((part, nth) => (
    <Fragment key={nth}>
      {nth > 0 && <wbr />}
      {part}
    </Fragment>
  ));
