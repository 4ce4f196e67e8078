import { messages } from "@market/contract/messages";
import type { ReactNode } from "react";
import { usePageSettings } from "../page-context.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";

const inside: [to: string, label: string][] = [
  [paths.about, messages.about],
  [paths.howItWorks, messages.howItWorks],
  [paths.guidelines, messages.guidelines],
  [paths.terms, messages.terms],
  [paths.privacy, messages.privacy],
  [paths.credits, messages.credits],
  [paths.register, messages.register],
];

/** The footer of every page (R072 to R085); it fades in by opacity alone, so that nothing moves. */
export function Footer() {
  const { campus } = usePageSettings();
  const { issues, careers, instagram, linkedin, chat } = campus.links;
  return (
    <footer className="footer border-line bg-sunken mt-16 border-t">
      <div className="content grid gap-8 py-10 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-w-[44ch]">
          <p className="text-lg font-bold">{campus.name} Marketplace</p>
          <p className="text-muted mt-2">{messages.footerLine(campus.name)}</p>
        </div>
        <div className="contents max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-8">
          <Links heading="Marketplace">
            {inside.map(([to, label]) => (
              <li key={to}>
                <Link to={to} className="footer-link">
                  {label}
                </Link>
              </li>
            ))}
          </Links>
          <Links heading="Help">
            <Outside href={issues}>{messages.reportIssue}</Outside>
            <Outside href={`mailto:${campus.contactEmail}`}>{messages.contactUs}</Outside>
            <Outside href={careers}>{messages.careers}</Outside>
            <Outside href={`mailto:${campus.partnerEmail}`}>{messages.partner}</Outside>
          </Links>
          {(instagram ?? linkedin ?? chat) && (
            <Links heading="Follow">
              <Outside href={instagram}>{messages.instagram}</Outside>
              <Outside href={linkedin}>{messages.linkedin}</Outside>
              <Outside href={chat}>{messages.community}</Outside>
            </Links>
          )}
        </div>
      </div>
    </footer>
  );
}

function Links({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-muted mb-1 text-sm font-bold">{heading}</h2>
      <ul>{children}</ul>
    </div>
  );
}

/** A link to somewhere else; none while the operator has not said where (Q06). */
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
