import * as shellMessages from "@market/contract/shell/messages";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";

const look = "text-primary font-bold underline underline-offset-2";

type Props = { consent: string; question: string; to: string; children: ReactNode };

export function AccountLinks({ consent, question, to, children }: Props) {
  return (
    <>
      <p className="text-muted text-sm">
        {consent}{" "}
        <Link to={paths.terms} className={look}>
          {shellMessages.terms}
        </Link>
        .
      </p>
      <p className="border-line border-t pt-5 text-center">
        {question}{" "}
        <Link to={to} className={look}>
          {children}
        </Link>
      </p>
    </>
  );
}
