import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../routing/paths.ts";
import { Drawing } from "../ui/icon.tsx";
import { BarIcon, Count } from "./bar-icon.tsx";
import { isCurrent } from "./bar-link.tsx";

const shield =
  "M12 3l7 3v5c0 4.5-2.8 8.200-7 10-4.200-1.800-7-5.500-7-10V6zM9 12l2.200 2.200 4.300-4.200";

type Props = { cases: number };

const { moderation } = moderatorsMessages;
const nameOf = (cases: number) => `${moderation}, ${moderatorsMessages.openCasesCount(cases)}`;

export function ModerationIcon({ cases }: Props) {
  return (
    <BarIcon
      to={paths.moderation}
      aria-label={nameOf(cases)}
      title={moderation}
      icon={<Shield />}
      className="relative hidden shrink-0 md:-mr-3 md:grid"
    >
      {cases > 0 && <Count>{cases}</Count>}
    </BarIcon>
  );
}

export function ModerationItem({
  cases,
  onClick,
}: Props & { onClick: (event: MouseEvent) => void }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={paths.moderation}
      aria-current={isCurrent(paths.moderation, pathname) ? "page" : undefined}
      className="menu-item"
      onClick={onClick}
    >
      {moderation}
      <span className="sr-only">{moderatorsMessages.openCasesCount(cases)}</span>
      {cases > 0 && (
        <span
          aria-hidden="true"
          className="bg-marigold text-on-marigold ml-auto rounded-full px-2.5 py-0.5 text-base font-bold tabular-nums"
        >
          {cases}
        </span>
      )}
    </Link>
  );
}

export const MenuCount = ({ cases }: Props) =>
  cases > 0 && (
    <>
      <span className="sr-only">{moderatorsMessages.openCasesCount(cases)}</span>
      <span aria-hidden="true">
        <Count>{cases}</Count>
      </span>
    </>
  );

const Shield = () => <Drawing path={shield} className="size-6 shrink-0" strokeWidth="1.9" />;
