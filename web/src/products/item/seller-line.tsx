import * as calls from "@market/contract/students/calls";
import { useQuery } from "@tanstack/react-query";
import { monthOf } from "@market/contract/dates";
import * as dealMessages from "@market/contract/deals/messages";
import * as noticeMessages from "@market/contract/notices/messages";
import * as blockMessages from "@market/contract/students/block-messages";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { Product } from "@market/contract/products/product";
import type { Seller, SellerFacts } from "@market/contract/students/student";
import { useState } from "react";
import { Link } from "react-router";
import { AvatarImage } from "../../students/avatar-image.tsx";
import type { LoginState } from "../../identity/guard.tsx";
import { useSession } from "../../identity/session.ts";
import { call } from "../../api/client.ts";
import { usePageSettings } from "../../routing/page-context.ts";
import { paths } from "../../routing/paths.ts";
import { ReportButton } from "../../moderation/report-button.tsx";
import { BlockButton } from "../../students/block-button.tsx";
import { MoreActions } from "../../ui/more-actions.tsx";
import { Icon } from "../../ui/more-icons.tsx";

/** `facts` are undefined until they are known. */
type Props = { product: Product; facts: SellerFacts | undefined };

/** R601, R602: no avatar and name for visitors, whose page is drawn first; what students see takes the same space. */
export function SellerLine({ product, facts }: Props) {
  const sellerId = product.seller._id;
  const session = useSession();
  const { campus } = usePageSettings();
  const [isBlocked, setBlocked] = useState(false);
  const seller = useSeller(sellerId, session.status === "signed-in");
  return (
    <div>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3">
        {seller ? (
          <AvatarImage user={seller} style={seller.avatar} className="size-11 shrink-0 text-lg" />
        ) : (
          <span className="bg-mint text-on-mint grid size-11 shrink-0 place-items-center rounded-full">
            <Icon name="check" />
          </span>
        )}
        <p className="min-w-0 flex-1 basis-32 text-sm">
          <span className="block truncate text-base font-bold">
            {seller?.name ?? dealMessages.seller}
          </span>
          {linesOf(campus.name, seller ?? facts).map((line) => (
            <span key={line} className="text-muted block">
              {line}
            </span>
          ))}
        </p>
        {seller ? (
          <MoreActions label={blockMessages.moreAbout(seller.name)} className="-mr-2">
            {!isBlocked && (
              <BlockButton
                userId={sellerId}
                label={blockMessages.block}
                className="text-muted px-3"
                onBlocked={() => setBlocked(true)}
              />
            )}
            <ReportButton
              product={product}
              of="student"
              label={moderationMessages.reportNamed(seller.name)}
              className=""
            />
          </MoreActions>
        ) : (
          <span className="-mr-2 size-12 shrink-0" />
        )}
      </div>
      {seller
        ? seller.feedback.length > 0 && <SaidOf seller={seller} />
        : facts?.said && <SaidOfSeller product={product} />}
    </div>
  );
}

const saidClass =
  "text-primary flex min-h-12 cursor-pointer items-center font-bold underline underline-offset-4";

/** A placeholder until the words have loaded, which only students see. */
function SaidOfSeller({ product: { name, images, price } }: Pick<Props, "product">) {
  const isSignedOut = useSession().status === "signed-out";
  const state: LoginState = {
    reason: noticeMessages.logInToRead,
    item: { name, images, price },
  };
  if (!isSignedOut) return <p className="min-h-12" />;
  return (
    <Link to={paths.login} state={state} className={saidClass}>
      {noticeMessages.logInToRead}
    </Link>
  );
}

function SaidOf({ seller }: { seller: Seller }) {
  return (
    <details>
      <summary className={saidClass}>{noticeMessages.saidOf(seller.name)}</summary>
      <ul className="grid gap-2">
        {seller.feedback.map(({ good, text, reply, createdAt }) => (
          <li key={createdAt + text} className="bg-sunken rounded-button grid gap-1 p-3 text-sm">
            <p className="whitespace-pre-line wrap-anywhere">
              <strong className="font-bold">
                {good ? noticeMessages.goodDeal : noticeMessages.badDeal}:
              </strong>{" "}
              {text}
            </p>
            {reply !== undefined && (
              <p className="text-muted wrap-anywhere">
                {noticeMessages.theirReply}: {reply}
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** @returns undefined while the seller is not known; the line then shows less */
export function useSeller(sellerId: string, isWanted: boolean): Seller | undefined {
  const { data: seller } = useQuery({
    queryKey: ["own", "seller", sellerId],
    queryFn: async ({ signal }) =>
      (await call(calls.getSeller, { params: { sellerId }, signal })).seller,
    enabled: isWanted,
  });
  return isWanted ? seller : undefined;
}

function linesOf(campus: string, facts: SellerFacts | undefined): string[] {
  if (facts === undefined) return [dealMessages.verifiedStudent(campus, undefined)];
  const { since, replies, deals, good } = facts;
  return [
    dealMessages.verifiedStudent(campus, monthOf(`${since}-01`)),
    deals > 0 && noticeMessages.dealCount(deals, good),
    replies && noticeMessages.replies[replies],
  ].filter((line) => typeof line === "string");
}
