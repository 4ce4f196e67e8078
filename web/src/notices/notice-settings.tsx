import * as calls from "@market/contract/notices/calls";
import { queryOptions, useQuery } from "@tanstack/react-query";
import * as messages from "@market/contract/notices/messages";
import { moderatorsKinds, type NoticeKind, noticeKinds } from "@market/contract/notices/notice";
import { Suspense, useState } from "react";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { call } from "../api/client.ts";
import { createInTurn } from "../api/in-turn.ts";
import { useChange } from "../api/queries.ts";
import { Switch } from "../ui/switch.tsx";
import { toast } from "../ui/toast.ts";
import { canPush } from "./push.ts";
import { PushSwitch } from "./push-switch.tsx";

const CaseSwitch = lazyWithPreload(
  async () => (await import("../moderation/case-switch.tsx")).CaseSwitch,
);

const settingsQuery = queryOptions({
  queryKey: ["own", "notice-settings"],
  queryFn: ({ signal }) => call(calls.getNoticeSettings, { signal }),
});

export function NoticeSettings() {
  const { data } = useQuery(settingsQuery);
  const changeData = useChange<NonNullable<typeof data>>(settingsQuery.queryKey);
  const [inTurn] = useState(createInTurn<boolean>);
  const change = async (name: NoticeKind | "mail", isOn: boolean) => {
    const show = (to: boolean) =>
      changeData((now) =>
        name === "mail"
          ? { ...now, mail: to }
          : { ...now, settings: { ...now.settings, [name]: to } },
      );
    show(isOn);
    let sent = isOn;
    try {
      await inTurn(name, isOn, (wish) => {
        sent = wish;
        return call(calls.changeNoticeSettings, { body: { [name]: wish } });
      });
    } catch {
      show(!sent);
      toast.error(messages.settingsFailed);
    }
  };
  if (data === undefined) return null;
  // The last two are undefined where no mails are sent and nothing is pushed.
  const { settings, mail, push } = data;
  return (
    <section aria-labelledby="notice-settings" className="grid gap-2">
      <h2 id="notice-settings" className="text-xl font-bold">
        {messages.settings}
      </h2>
      <ul className="bg-surface border-line rounded-card divide-line divide-y border px-4">
        {noticeKinds.map((kind) => (
          <li key={kind} className="py-1">
            <Switch
              label={messages.kinds[kind]}
              checked={settings[kind]}
              onChange={(isOn) => void change(kind, isOn)}
            >
              {messages.kinds[kind]}
            </Switch>
          </li>
        ))}
        {"case" in settings &&
          moderatorsKinds.map((kind) => (
            <li key={kind} className="py-1">
              <Suspense>
                <CaseSwitch
                  kind={kind}
                  checked={settings[kind]}
                  onChange={(isOn) => void change(kind, isOn)}
                />
              </Suspense>
            </li>
          ))}
        {mail !== undefined && (
          <li>
            <Switch
              label={messages.byMail}
              checked={mail}
              onChange={(isOn) => void change("mail", isOn)}
            >
              {messages.byMail}
            </Switch>
          </li>
        )}
        {push !== undefined && canPush() && (
          <li>
            <PushSwitch push={push} />
          </li>
        )}
      </ul>
    </section>
  );
}
