import * as shellMessages from "@market/contract/shell/messages";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { whenUsed } from "../browser/first-use.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";

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

/** The footer (R072 to R085). It fades in by opacity alone, so that nothing moves. */
export function Footer() {
  const { campus } = usePageSettings();
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);
  const { issues, careers, instagram, linkedin, chat } = campus.links;
  return (
    <footer className="footer border-line bg-sunken mt-16 border-t">
      <div className="content flex flex-wrap gap-8 py-10">
        <div className="max-w-[44ch] min-w-0 grow-[2] basis-[14rem]">
          <p className="text-lg font-bold">{shellMessages.nameOf(campus.name)}</p>
          <p className="text-muted mt-2">{shellMessages.footerLine(campus.name)}</p>
          <div className="mt-4 min-h-11">
            <Suspense>{isUsed && <ThemeSwitch />}</Suspense>
          </div>
        </div>
        <div className="flex grow-[3] basis-[26rem] flex-wrap gap-x-4 gap-y-8">
          <Links heading={shellMessages.marketplace}>
            {inside.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className="footer-link">
                  {label}
                </Link>
              </li>
            ))}
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
        </div>
      </div>
    </footer>
  );
}

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
