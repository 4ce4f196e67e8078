import { createHmac } from "node:crypto";
import { Avatar, Style, type StyleDefinition } from "@dicebear/core";
import type { AvatarStyle } from "@market/contract/users";
import { ByteCache } from "../byte-cache.ts";
import { encode, type Variants } from "../ready-bytes.ts";

/** Bytes of drawn avatars that are kept: those of some hundred and fifty students. */
const keptBytes = 2 * 1024 * 1024;

/**
 * Draws avatars: the same name and style always give the same picture (R259). The licence of each style
 * asks for its artist's name, which stands in the picture's metadata.
 * @param key without which no list of names can be held against a picture
 */
export function createArtist(key: Buffer): (style: AvatarStyle, name: string) => Promise<Variants> {
  const styles = new Map<AvatarStyle, Promise<Style<StyleDefinition>>>();
  const drawings = new ByteCache<Variants>(
    keptBytes,
    ({ identity, gzip, br }) => identity.bytes.length + gzip.bytes.length + br.bytes.length,
  );
  return async (style, name) => {
    const seed = createHmac("sha256", key).update(name).digest("base64url");
    const kept = drawings.get(style + seed);
    if (kept !== undefined) return kept;
    const loaded = styles.get(style) ?? loadStyle(style);
    styles.set(style, loaded);
    const drawing = await encode(Buffer.from(new Avatar(await loaded, { seed }).toString()));
    drawings.set(style + seed, drawing);
    return drawing;
  };
}

/** Checking a definition takes up to 70 ms, so each is loaded when it is first wanted. */
async function loadStyle(style: AvatarStyle): Promise<Style<StyleDefinition>> {
  const module = `@dicebear/styles/${style}.json`;
  const { default: definition } = (await import(module, { with: { type: "json" } })) as {
    default: StyleDefinition;
  };
  return new Style(definition);
}
