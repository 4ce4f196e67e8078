import { avatarNames } from "@market/contract/users";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { isId } from "../ids.ts";
import type { Parts } from "../parts.ts";
import { deriveKey } from "../secrets.ts";
import { chooseEncoding, sendReady } from "../ready-bytes.ts";
import { selectOptionalFace } from "./avatars.sql.ts";
import { createArtist } from "./avatars.ts";

const headers = {
  "content-type": "image/svg+xml",
  // A student may choose another style at any time, and a shown one must not outlive a suspension for long.
  "cache-control": "public, max-age=300, must-revalidate",
  "content-security-policy": "default-src 'none'; sandbox",
  vary: "Accept-Encoding",
};

/**
 * Pictures of students (R259): `/avatars/{userId}` in the chosen style, `/avatars/{userId}/{style}` in any,
 * for the picker. The name from which they are drawn stays here.
 */
export function avatarRoutes(
  app: FastifyInstance,
  { db, applicationKey }: Pick<Parts, "db" | "applicationKey">,
): void {
  const draw = createArtist(deriveKey(applicationKey, "avatars"));
  for (const url of ["/avatars/:userId", "/avatars/:userId/:style"]) {
    app.get<{ Params: { userId: string; style?: string } }>(url, async (request, reply) => {
      const { userId, style } = request.params;
      const asked = avatarNames.find((name) => name === style);
      const face =
        isId(userId) && (style === undefined || asked)
          ? await selectOptionalFace(db, userId)
          : undefined;
      if (face === undefined) throw new AppError("avatar-not-found");
      const drawing = await draw(asked ?? face.avatar, face.name);
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      return sendReady(request, reply, {
        status: 200,
        headers,
        encoding,
        variant: drawing[encoding],
      });
    });
  }
}
