import { Avatar, Style, type StyleDefinition } from "@dicebear/core";
import { avatarNames, type AvatarStyle } from "@market/contract/students/student";
import type { FastifyInstance } from "fastify";
import { deriveKey, hmac } from "../db/secrets.ts";
import { isId } from "../db/ids.ts";
import { picturePolicy } from "../http/headers.ts";
import { AppError } from "../errors/errors.ts";
import { type ResponseCache, sendCached } from "../http/response-cache.ts";
import type { Context } from "../context.ts";
import { selectOptionalFace } from "./students.sql.ts";

const headers = {
  "content-type": "image/svg+xml",
  // Short, because a student may change the style or be suspended.
  "cache-control": "public, max-age=300, must-revalidate",
  "content-security-policy": picturePolicy,
  vary: "Accept-Encoding",
};

/** R259: in the chosen style, or in any for the picker. */
export function avatarRoutes(
  app: FastifyInstance,
  { db, lastingKey }: Pick<Context, "db" | "lastingKey">,
  answers: ResponseCache,
): void {
  // Without this key a visitor cannot test names against a picture.
  const key = deriveKey(lastingKey, "avatars");
  const styles = new Map<AvatarStyle, Promise<Style<StyleDefinition>>>();
  async function draw(style: AvatarStyle, seed: string) {
    const loaded = styles.get(style) ?? loadStyle(style);
    styles.set(style, loaded);
    const bytes = Buffer.from(new Avatar(await loaded, { seed }).toString());
    return { bytes, headers, freshFor: Infinity };
  }

  for (const url of ["/avatars/:userId", "/avatars/:userId/:style"]) {
    app.get<{ Params: { userId: string; style?: string } }>(url, async (request, reply) => {
      const { userId, style } = request.params;
      const requested = avatarNames.find((name) => name === style);
      const face =
        isId(userId) && (style === undefined || requested)
          ? await selectOptionalFace(db, userId)
          : undefined;
      if (face === undefined) throw new AppError("avatar-not-found");
      const shown = requested ?? face.avatar;
      const seed = hmac(key, face.name).toString("base64url");
      return sendCached(answers, request, reply, `avatar ${shown} ${seed}`, () =>
        draw(shown, seed),
      );
    });
  }
}

/** A definition takes up to 70 ms to check, so it is loaded on first use. */
async function loadStyle(style: AvatarStyle): Promise<Style<StyleDefinition>> {
  const module = `@dicebear/styles/${style}.json`;
  const { default: definition } = (await import(module, { with: { type: "json" } })) as {
    default: StyleDefinition;
  };
  return new Style(definition);
}
