import * as calls from "@market/contract/students/calls";
import * as studentMessages from "@market/contract/students/messages";
import * as profileMessages from "@market/contract/students/profile-messages";
import { semesters } from "@market/contract/students/student";
import { type KeyboardEvent, useRef, useState } from "react";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { focus } from "../browser/focus.ts";
import { Icon } from "../ui/more-icons.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";
import { updateUser } from "../identity/session.ts";

const listId = "semesters";

/** The semester, edited in place and saved on blur (R163 to R167). */
export function SemesterEditor({ semester }: { semester: string }) {
  const [typed, setTyped] = useState<string>();
  const isReturning = useRef(false);

  const close = () => setTyped(undefined);
  const { run, isPending } = useAction(
    async (changed: string) => {
      const { user } = await call(calls.updateProfile, { body: { semester: changed } });
      updateUser(user);
      close();
      toast.success(studentMessages.semesterUpdated);
    },
    () => toast.error(studentMessages.semesterFailed),
  );
  const save = () => {
    if (typed === undefined) return;
    if (typed.trim() === semester) close();
    else run(typed);
  };
  const leaveByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    isReturning.current = true;
    if (event.key === "Enter") save();
    else close();
  };

  if (typed === undefined) {
    return (
      <span className="flex items-center gap-1">
        {semester}
        <button
          ref={(button) => {
            if (isReturning.current) button?.focus();
            isReturning.current = false;
          }}
          type="button"
          aria-label={profileMessages.editSemester}
          onClick={() => setTyped(semester)}
          className="tip pressable text-primary hover:bg-sunken -my-3 grid size-12 place-items-center rounded-full"
        >
          <Icon name="pencil" />
        </button>
      </span>
    );
  }
  return (
    <span className="flex items-center gap-2">
      <input
        aria-label={profileMessages.semester}
        list={listId}
        value={typed}
        readOnly={isPending}
        autoComplete="off"
        ref={focus}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={leaveByKey}
        className="bg-surface border-control rounded-button min-h-12 w-full min-w-0 border px-3.5"
      />
      <datalist id={listId}>
        {semesters.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      {isPending && <Spinner />}
    </span>
  );
}
