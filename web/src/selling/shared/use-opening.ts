import * as shareMessages from "@market/contract/products/share-messages";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { findWaiting, openShare, setAside } from "../../browser/shares.ts";
import type { MessageDraft } from "../message/read-message.ts";
import type { ItemShare } from "./read-share.ts";

export type Shared = ItemShare & { id: string };
/** The initial state of a sell page. `offered` is a share from another app while there is a draft of another item. */
export type Opening<Form> = {
  form: Form;
  source?: Shared;
  offered?: Shared;
  note?: string;
};
type FormOfShare = { shared?: { id: string } };
type Forms<Form> = {
  owner: string;
  isMany: boolean;
  openDraft: (owner: string) => Promise<Form | undefined>;
  empty: (owner: string) => Form;
  /** @param isHeld nothing of it is uploaded before a tap */
  fromShare: (shared: Shared, owner: string, isHeld: boolean) => Form;
};

/** Opens the draft of this device, or what another app has shared; undefined until it is read. */
export function useOpening<Form extends FormOfShare>(forms: Forms<Form>) {
  const { owner } = forms;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get("shared");
  const [opening, setOpening] = useState<Opening<Form>>();
  const open = useEffectEvent(async (id: string | null, owner: string): Promise<Opening<Form>> => {
    const draft = await forms.openDraft(owner);
    const wanted = id ?? draft?.shared?.id;
    const share = await findShare(wanted, owner, draft ? undefined : forms).catch(() => undefined);
    const isItsDraft = draft?.shared !== undefined && draft.shared.id === wanted;
    if (draft && isItsDraft) return { form: draft, source: share };
    if (draft) return { form: draft, offered: share, note: share ? undefined : noteOn(id) };
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
  const forgetAddress = () => void navigate(pathname, { replace: true });
  return {
    opening,
    keep: async (offered: Shared) => {
      await setAside(offered.id);
      forgetAddress();
    },
    take: async (shared: Shared) => {
      const replaced = opening?.form.shared?.id;
      if (replaced !== undefined) await setAside(replaced);
      setOpening({ form: forms.fromShare(shared, owner, false), source: shared });
    },
    begin: () => {
      setOpening({ form: forms.empty(owner) });
      if (id !== null) forgetAddress();
    },
  };
}

/** @param forms looks for a share that waits, if none is named */
async function findShare(
  named: string | undefined,
  owner: string,
  forms: { isMany: boolean } | undefined,
): Promise<Shared | undefined> {
  const id = named ?? (forms && (await findWaiting(owner, forms.isMany)));
  if (id === undefined) return undefined;
  const share = await openShare<MessageDraft, shareMessages.ReasonLeft>(id, owner);
  return share && { ...share, id };
}

function noteOn(id: string | null): string | undefined {
  if (id === null) return undefined;
  return id === "no" ? shareMessages.notReady : shareMessages.gone;
}
