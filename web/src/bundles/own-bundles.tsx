import * as alertsCalls from "@market/contract/alerts/calls";
import * as bundlesCalls from "@market/contract/bundles/calls";
import { useQuery } from "@tanstack/react-query";
import * as bundleMessages from "@market/contract/bundles/messages";
import { dateOf } from "@market/contract/dates";
import type { Alert } from "@market/contract/alerts/schemas";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { useChange } from "../api/queries.ts";
import { filterChoices, filterLabel } from "../search/filters.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Icon } from "../ui/more-icons.tsx";

const alertsKey = ["own", "alerts"];

/** A student's move-out sales and alerts; nothing without any. */
export function BundlesAndAlerts() {
  // Both lists are extras: without them the profile is whole.
  const { data: bundles = [] } = useQuery({
    queryKey: ["own", "bundles"],
    queryFn: async ({ signal }) => (await call(bundlesCalls.ownBundles, { signal })).bundles,
  });
  const { data: alerts = [] } = useQuery({
    queryKey: alertsKey,
    queryFn: async ({ signal }) => (await call(alertsCalls.listAlerts, { signal })).alerts,
  });
  const change = useChange<typeof alerts>(alertsKey);
  const { run: remove } = useAction(async (alertId: string) => {
    await call(alertsCalls.deleteAlert, { params: { alertId } });
    change((before) => before.filter(({ id }) => id !== alertId));
  });
  return (
    <>
      {bundles.length > 0 && (
        <section aria-labelledby="own-bundles" className="grid grid-cols-1 gap-2">
          <h2 id="own-bundles" className="text-xl font-bold">
            {bundleMessages.yourLists}
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {bundles.map(({ id, leavingOn, things }) => (
              <li key={id}>
                <Link
                  to={paths.leaving(id)}
                  className="pressable bg-surface border-line hover:border-control rounded-card flex min-h-14 items-center gap-3 border px-4 font-bold"
                >
                  {bundleMessages.ownList(dateOf(leavingOn), bundleMessages.items(things))}
                  <Icon name="right" className="ml-auto size-5" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {alerts.length > 0 && (
        <section aria-labelledby="own-alerts" className="grid grid-cols-1 gap-2">
          <h2 id="own-alerts" className="text-xl font-bold">
            {bundleMessages.alerts}
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {alerts.map((alert) => (
              <li
                key={alert.id}
                className="bg-surface border-line rounded-card flex min-h-14 items-center gap-3 border pr-1 pl-4"
              >
                <span className="min-w-0 flex-1">{wordsOf(alert)}</span>
                <IconButton
                  icon="bin"
                  label={bundleMessages.removeAlert(wordsOf(alert))}
                  look="plain"
                  className="tip text-danger hover:bg-danger-soft"
                  onClick={() => remove(alert.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function wordsOf({ q, ...alert }: Alert): string {
  const filters = (Object.keys(filterChoices) as (keyof typeof filterChoices)[]).flatMap(
    (field) => {
      const value = alert[field];
      return value === undefined ? [] : [filterLabel(field, value)];
    },
  );
  return [...(q === undefined ? [] : [`“${q}”`]), ...filters].join(", ");
}
