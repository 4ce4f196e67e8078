import * as bundleMessages from "@market/contract/bundles/messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { ProductImage } from "@market/contract/products/product";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { usePageSettings } from "../routing/page-context.ts";
import { Photo } from "../photos/photo.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { QrCode } from "./qr-code.tsx";

const papers = ["A4", "A6"] as const;

type Props = {
  title: string;
  price?: string;
  lines: readonly string[];
  photos: readonly ProductImage[];
  to: string;
};

/** A sheet to print and pin up; everything around it stays off the paper. */
export function Poster({ title, price, lines, photos, to }: Props) {
  const { campus, origin } = usePageSettings();
  const url = origin + to;
  const [paper, setPaper] = useState<(typeof papers)[number]>("A4");
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.add("has-poster");
    return () => classList.remove("has-poster");
  }, []);
  return (
    <div className="content grid max-w-[760px] gap-4 py-6">
      <div className="off-paper flex flex-wrap items-center gap-2">
        <Link to={to} className={buttonClass("quiet", "-ml-3 px-3")}>
          <Icon name="left" />
          {bundleMessages.backToPage}
        </Link>
        <div role="group" aria-label={bundleMessages.paper} className="ml-auto flex gap-2">
          {papers.map((size) => (
            <Button
              key={size}
              kind="plain"
              className="aria-pressed:bg-mint aria-pressed:text-on-mint aria-pressed:border-primary"
              aria-pressed={size === paper}
              onClick={() => setPaper(size)}
            >
              {size}
            </Button>
          ))}
        </div>
        <Button onClick={() => print()}>{bundleMessages.print}</Button>
      </div>
      <article className="poster" data-paper={paper}>
        <p className="poster-site">{shellMessages.nameOf(campus.name)}</p>
        <h1>{title}</h1>
        {photos.length > 0 && (
          <div className="poster-photos" data-count={photos.length}>
            {photos.map((image) => (
              <div key={image.id}>
                <Photo image={image} alt="" sizes="360px" />
              </div>
            ))}
          </div>
        )}
        <div className="poster-foot">
          <div>
            {price !== undefined && <p className="poster-price">{price}</p>}
            <ul data-large={lines.length <= 3}>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div className="poster-code">
            <QrCode url={url} />
            <p>{bundleMessages.scan}</p>
          </div>
        </div>
      </article>
    </div>
  );
}
