import type { User } from "@market/contract/users";
import type { ReactNode } from "react";
import { AvatarPicker } from "./avatar-picker.tsx";
import { SemesterEditor } from "./semester-editor.tsx";

/** What the student is known by here (R157 to R163). */
export function ProfileCard({ user }: { user: User }) {
  const facts: [name: string, value: ReactNode][] = [
    ["Phone", user.phone],
    ["Email", user.email],
    ["Course", user.course],
    ["Semester", <SemesterEditor key="semester" semester={user.semester} />],
  ];
  return (
    <section
      aria-label="About you"
      className="bg-surface border-line rounded-sheet grid grid-cols-1 gap-6 border p-5 md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:gap-8 md:p-8"
    >
      <div className="flex min-w-0 items-center gap-4 md:grid md:justify-items-center md:gap-3">
        <AvatarPicker user={user} />
        <h1 className="min-w-0 text-2xl font-bold md:max-w-[16ch] md:text-center">{user.name}</h1>
      </div>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="grid min-w-0 grid-cols-1 content-start gap-0.5">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="min-w-0 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
