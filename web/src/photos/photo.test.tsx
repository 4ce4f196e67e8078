import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Photo } from "./photo.tsx";

it("R274 Q37 shows a photo of plain address as well as one with variants", () => {
  const plain = renderToString(<Photo image="/photos/old.jpg" alt="A lamp" sizes="50vw" />);
  expect(plain).toContain('src="/photos/old.jpg"');
  expect(plain).not.toContain("<source");

  const image = {
    id: "01994e50-0000-7000-8000-000000000000",
    url: "/photos/a-640.webp",
    width: 640,
    height: 480,
    thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
    color: "#336699",
    sources: [320, 640].map((width) => ({
      type: "image/webp",
      width,
      url: `/photos/a-${width}.webp`,
    })),
  };
  const whole = renderToString(<Photo image={image} alt="A lamp" sizes="50vw" />);
  expect(whole).toContain('srcSet="/photos/a-320.webp 320w, /photos/a-640.webp 640w"');
  expect(whole).toMatch(/src="\/photos\/a-640\.webp"[^>]* width="640" height="480"/);
});
