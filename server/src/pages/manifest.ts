import type { CampusSettings } from "@market/contract/campus";
import { shareTarget } from "@market/contract/pages/pages";

/** https://www.w3.org/TR/appmanifest/ */
export function manifestOf({ name }: CampusSettings): object {
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name: `${name} Marketplace`,
    short_name: name,
    description: `Buy and sell second-hand items with verified students of ${name}.`,
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    // The light canvas; documents name the dark one.
    theme_color: "#f7f6f2",
    background_color: "#f7f6f2",
    categories: ["shopping", "education"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("icon-maskable-512", 512, "maskable"),
    ],
    share_target: {
      action: shareTarget,
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: "photos", accept: ["image/*", "text/plain"] }],
      },
    },
    shortcuts: [
      { name: "Buy", url: "/buy" },
      { name: "Sell an Item", url: "/sell" },
    ],
  };
}
