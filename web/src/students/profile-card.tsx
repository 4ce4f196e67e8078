import * as profileMessages from "@market/contract/students/profile-messages";
import type { User } from "@market/contract/students/student";
import type { ReactNode } from "react";
import { AvatarPicker } from "./avatar-picker.tsx";
import { DetailsEditor } from "./details-editor.tsx";
import { SemesterEditor } from "./semester-editor.tsx";

export function ProfileCard({ user }: { user: User }) {
  const facts: [name: string, value: ReactNode][] = [
    [profileMessages.phone, user.phone],
    [profileMessages.email, user.email],
    [profileMessages.course, user.course],
    [profileMessages.semester, <SemesterEditor key="semester" semester={user.semester} />],
  ];
  return (
    <section
      aria-label={profileMessages.aboutYou}
      className="bg-surface border-line rounded-card grid grid-cols-1 gap-3 border p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-center lg:gap-8 lg:px-6"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-3 sm:gap-4">
        <AvatarPicker user={user} />
        <h1 className="min-w-0 flex-1 basis-[6.5rem] text-lg font-bold sm:text-xl md:text-2xl">
          {user.name}
        </h1>
        <DetailsEditor user={user} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(13rem,40%)),1fr))] gap-x-8 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-3">
            <dt className="text-muted w-[4.75rem] shrink-0">{name}</dt>
            <dd className="min-w-0 flex-1 basis-[11.5rem] tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
