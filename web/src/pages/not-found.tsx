import * as notFoundMessages from "@market/contract/pages/not-found-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../identity/session.ts";
import { rememberWantedPage } from "../identity/sign-in/wanted-page.ts";
import { paths } from "../routing/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "../routing/head.ts";

export const handle: PageHandle = {
  head: title(notFoundMessages.title, { hidden: true }),
  status: () => 404,
};

/** Every address that the route table does not know. */
export function Component() {
  const isVisitor = useSession().status === "signed-out";
  return (
    <NothingHere
      title={notFoundMessages.heading}
      text={notFoundMessages.explanation}
      more={isVisitor && <LogInFirst />}
    >
      <p className="text-primary text-4xl font-bold" aria-hidden="true">
        404
      </p>
    </NothingHere>
  );
}

/** Some pages exist for those only who have logged in, among them the moderators'. */
function LogInFirst() {
  const { pathname, search } = useLocation();
  return (
    <p>
      {notFoundMessages.perhapsAfterLogIn}{" "}
      <Link
        to={paths.login}
        className="text-primary inline-flex min-h-12 items-center font-bold underline underline-offset-4"
        onClick={() => rememberWantedPage(pathname + search)}
      >
        {shellMessages.logIn}
      </Link>
    </p>
  );
}

type Props = { title: string; text: string; children: ReactNode; more?: ReactNode };

/** The children are a mark above the title. */
export function NothingHere({ title, text, children, more }: Props) {
  return (
    <div className="content grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      {children}
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-muted max-w-[40ch]">{text}</p>
      <Link to={paths.home} className={buttonClass("primary")}>
        {shellMessages.backToHome}
      </Link>
      {more}
    </div>
  );
}
