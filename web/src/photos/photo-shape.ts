import type { ProductImage } from "@market/contract/photos/schemas";

/** The shapes that a photo's box can have, as width to height; item.css has the same. */
const shapes = { "is-tall": 3 / 4, "": 4 / 5, "is-square": 1, "is-wide": 4 / 3 };

type Shape = { name: string; ratio: number };

const ratioOf = ({ width, height }: Pick<ProductImage, "width" | "height">) => width / height;
const distance = (one: number, other: number) => Math.abs(Math.log(one / other));

/** The shape nearest to the photo's own; a card's where the photo does not say it. */
export function shapeOf(image: ProductImage | undefined): Shape {
  const ratio = image?.width && image.height ? ratioOf(image) : shapes[""];
  const [nearest = "", its = shapes[""]] =
    Object.entries(shapes).sort(
      ([, one], [, other]) => distance(one, ratio) - distance(other, ratio),
    )[0] ?? [];
  return { name: nearest, ratio: its };
}

/** Whether the photo can fill a box of this shape and lose no more than a narrow edge. */
export function fills(image: ProductImage, ratio: number): boolean {
  return !image.width || !image.height || distance(ratioOf(image), ratio) < 0.12;
}
