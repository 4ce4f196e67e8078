import * as shellMessages from "@market/contract/shell/messages";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { whenUsed } from "../browser/first-use.ts";
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

/** Visible on phones, where the other links are folded. */
const foremost: readonly string[] = [paths.about, paths.howItWorks, paths.grievance];

/** The footer (R072 to R085). It fades in by opacity alone, so that nothing moves. */
export function Footer() {
  const { campus } = usePageSettings();
  const { issues, careers, instagram, linkedin, chat } = campus.links;
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);
  return (
    <footer className="footer border-line bg-sunken mt-16 border-t">
      <div className="content flex flex-wrap items-start justify-between gap-x-8 gap-y-2 py-4 md:py-10">
        <p className="leading-11 font-bold md:basis-full md:text-lg">
          {shellMessages.nameOf(campus.name)}
        </p>
        {/* Folds what follows it, so that wide windows show the same links without it. */}
        <details className="md:hidden">
          <summary className="flex min-h-11 items-center gap-1 text-sm font-bold">
            {shellMessages.moreLinks}
            <Icon name="down" className="size-4 in-[[open]]:rotate-180" />
          </summary>
        </details>
        <div className="footer-more max-w-[44ch] min-w-0 grow-[2] basis-[14rem] max-md:order-last max-md:py-4">
          <p className="text-muted">{shellMessages.footerLine(campus.name)}</p>
          <div className="mt-4 min-h-11">
            <Suspense>{isUsed && <ThemeSwitch />}</Suspense>
          </div>
        </div>
        <div className="footer-links flex grow-[3] basis-[26rem] flex-wrap gap-x-4 gap-y-6">
          <Links heading={shellMessages.marketplace}>
            {inside.map(([to, label]) => (
              <li key={to} className={foremost.includes(to) ? undefined : "footer-more"}>
                <Link to={to} className="footer-link">
                  {label}
                </Link>
              </li>
            ))}
          </Links>
          <Links heading={shellMessages.help} className="footer-more">
            <Outside href={issues}>{shellMessages.reportIssue}</Outside>
            <Outside href={`mailto:${campus.contactEmail}`}>{shellMessages.contactUs}</Outside>
            <Outside href={careers}>{shellMessages.careers}</Outside>
            <Outside href={`mailto:${campus.partnerEmail}`}>{shellMessages.partner}</Outside>
          </Links>
          {(instagram ?? linkedin ?? chat) && (
            <Links heading={shellMessages.follow} className="footer-more">
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

type LinksProps = { heading: string; className?: string; children: ReactNode };

function Links({ heading, className = "", children }: LinksProps) {
  return (
    <div className={`min-w-0 grow basis-[7.5rem] ${className}`}>
      <h2 className="footer-more text-muted mb-1 text-sm font-bold">{heading}</h2>
      <ul className="footer-list">{children}</ul>
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
