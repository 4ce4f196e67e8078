import * as notFoundMessages from "@market/contract/pages/not-found-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "../routing/head.ts";

export const handle: PageHandle = {
  head: title(notFoundMessages.title, { hidden: true }),
  status: () => 404,
};

/** Every address that the route table does not know. */
export function Component() {
  return (
    <NothingHere title={notFoundMessages.heading} text={notFoundMessages.explanation}>
      <p className="text-primary text-4xl font-bold" aria-hidden="true">
        404
      </p>
    </NothingHere>
  );
}

type Props = { title: string; text: string; children: ReactNode };

/** The children are a mark above the title. */
export function NothingHere({ title, text, children }: Props) {
  return (
    <div className="content grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      {children}
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-muted max-w-[40ch]">{text}</p>
      <Link to={paths.home} className={buttonClass("primary")}>
        {shellMessages.backToHome}
      </Link>
    </div>
  );
}
