import * as shareMessages from "@market/contract/products/share-messages";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { openShare } from "../../browser/shares.ts";
import type { MessageDraft } from "../message/read-message.ts";
import type { ItemShare } from "./read-share.ts";

/** A share and its id. */
export type Shared = ItemShare & { id: string };
/** What a sell page begins with. `offered` is what another app has shared while there is a draft of something else. */
export type Opening<Form> = {
  form: Form;
  /** What the form was made from. */
  source?: Shared;
  offered?: Shared;
  note?: string;
};
type FormOfShare = { shared?: { id: string } };
type Forms<Form> = {
  owner: string;
  /** The draft of this device. */
  openDraft: (owner: string) => Promise<Form | undefined>;
  empty: (owner: string) => Form;
  /** @param isHeld nothing of it is uploaded before a tap */
  fromShare: (shared: Shared, owner: string, isHeld: boolean) => Form;
};

/** Opens the draft of this device, or what the address says another app has shared; undefined until it is read. */
export function useOpening<Form extends FormOfShare>(forms: Forms<Form>) {
  const { owner } = forms;
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const id = parameters.get("shared");
  const [opening, setOpening] = useState<Opening<Form>>();
  const open = useEffectEvent(async (id: string | null, owner: string): Promise<Opening<Form>> => {
    const share = await findShare(id, owner).catch(() => undefined);
    const draft = await forms.openDraft(owner);
    const isItsDraft = id !== null && draft?.shared?.id === id;
    if (draft && (!share || isItsDraft)) {
      const note = isItsDraft ? undefined : noteOn(id);
      return { form: draft, source: share, note };
    }
    if (draft) return { form: draft, offered: share };
    if (share) return { form: forms.fromShare(share, owner, true), source: share };
    return { form: forms.empty(owner), note: noteOn(id) };
  });
  useEffect(() => {
    let isWanted = true;
    void open(id, owner).then((found) => isWanted && setOpening(found));
    return () => {
      isWanted = false;
    };
  }, [owner, id]);
  /** Forgets the share of the address, which stays on the device until it is old. */
  const leave = () => void navigate(pathname, { replace: true });
  return {
    opening,
    keep: leave,
    take: (shared: Shared) =>
      setOpening({ form: forms.fromShare(shared, owner, false), source: shared }),
    begin: () => {
      setOpening({ form: forms.empty(owner) });
      if (id !== null) leave();
    },
  };
}

async function findShare(id: string | null, owner: string): Promise<Shared | undefined> {
  const share = await openShare<MessageDraft, shareMessages.ReasonLeft>(id ?? "", owner);
  return share && id !== null ? { ...share, id } : undefined;
}

function noteOn(id: string | null): string | undefined {
  if (id === null) return undefined;
  return id === "no" ? shareMessages.notReady : shareMessages.gone;
}
