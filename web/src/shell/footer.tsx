import * as shellMessages from "@market/contract/shell/messages";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { whenUsed } from "../browser/first-use.ts";
import { useMedia } from "../browser/hydrated.tsx";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { Icon } from "../ui/icon.tsx";

const ThemeSwitch = lazyWithPreload(async () => (await import("./theme-switch.tsx")).ThemeSwitch);

const inside: [to: string, label: string][] = [
  [paths.new, shellMessages.newListings],
  [paths.about, shellMessages.about],
  [paths.howItWorks, shellMessages.howItWorks],
  [paths.guidelines, shellMessages.guidelines],
  [paths.terms, shellMessages.terms],
  [paths.privacy, shellMessages.privacy],
  [paths.grievance, shellMessages.grievance],
  [paths.transparency, shellMessages.transparency],
  [paths.credits, shellMessages.credits],
  [paths.register, shellMessages.register],
];

/** In sight on phones, where the other links are behind a fold. */
const foremost: readonly string[] = [paths.about, paths.howItWorks, paths.grievance];

/** The footer (R072 to R085). It fades in by opacity alone, so that nothing moves. */
export function Footer() {
  const { campus } = usePageSettings();
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);
  const isNarrow = useMedia("(width < 768px)");
  const about = (isShown: boolean) => (
    <>
      <p className="text-muted">{shellMessages.footerLine(campus.name)}</p>
      <div className="mt-4 min-h-11">
        <Suspense>{isUsed && isShown && <ThemeSwitch />}</Suspense>
      </div>
    </>
  );
  return (
    <footer className="footer border-line bg-sunken mt-16 border-t">
      <div className="content py-4 md:hidden">
        <p className="font-bold">{shellMessages.nameOf(campus.name)}</p>
        <ul className="flex flex-wrap gap-x-4 text-sm">
          <InsideLinks links={inside.filter(([to]) => foremost.includes(to))} />
        </ul>
        <details>
          <summary className="flex min-h-11 items-center gap-1 text-sm font-bold">
            {shellMessages.moreLinks}
            <Icon name="down" className="size-4 in-[[open]]:rotate-180" />
          </summary>
          <div className="grid gap-6 pt-2 pb-4">
            <div className="flex flex-wrap gap-x-4 gap-y-6">
              <LinkGroups links={inside.filter(([to]) => !foremost.includes(to))} />
            </div>
            <div>{about(isNarrow)}</div>
          </div>
        </details>
      </div>
      <div className="content flex flex-wrap gap-8 py-10 max-md:hidden">
        <div className="max-w-[44ch] min-w-0 grow-[2] basis-[14rem]">
          <p className="mb-2 text-lg font-bold">{shellMessages.nameOf(campus.name)}</p>
          {about(!isNarrow)}
        </div>
        <div className="flex grow-[3] basis-[26rem] flex-wrap gap-x-4 gap-y-8">
          <LinkGroups links={inside} />
        </div>
      </div>
    </footer>
  );
}

type InsideProps = { links: readonly [to: string, label: string][] };

function LinkGroups({ links }: InsideProps) {
  const { campus } = usePageSettings();
  const { issues, careers, instagram, linkedin, chat } = campus.links;
  return (
    <>
      <Links heading={shellMessages.marketplace}>
        <InsideLinks links={links} />
      </Links>
      <Links heading={shellMessages.help}>
        <Outside href={issues}>{shellMessages.reportIssue}</Outside>
        <Outside href={`mailto:${campus.contactEmail}`}>{shellMessages.contactUs}</Outside>
        <Outside href={careers}>{shellMessages.careers}</Outside>
        <Outside href={`mailto:${campus.partnerEmail}`}>{shellMessages.partner}</Outside>
      </Links>
      {(instagram ?? linkedin ?? chat) && (
        <Links heading={shellMessages.follow}>
          <Outside href={instagram}>{shellMessages.instagram}</Outside>
          <Outside href={linkedin}>{shellMessages.linkedin}</Outside>
          <Outside href={chat}>{shellMessages.community}</Outside>
        </Links>
      )}
    </>
  );
}

const InsideLinks = ({ links }: InsideProps) =>
  links.map(([to, label]) => (
    <li key={to}>
      <Link to={to} className="footer-link">
        {label}
      </Link>
    </li>
  ));

function Links({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="min-w-0 grow basis-[7.5rem]">
      <h2 className="text-muted mb-1 text-sm font-bold">{heading}</h2>
      <ul>{children}</ul>
    </div>
  );
}

/** None until the operator configures it (Q06). */
function Outside({ href, children }: { href: string | undefined; children: string }) {
  if (href === undefined) return null;
  const isMail = href.startsWith("mailto:");
  return (
    <li>
      <a
        href={href}
        className="footer-link"
        {...(!isMail && { target: "_blank", rel: "noopener noreferrer" })}
      >
        {children}
      </a>
    </li>
  );
}
