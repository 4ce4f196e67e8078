import sql from "sql-template-tag";
import { upsertIdentity } from "../src/identity/identities.sql.ts";
import { beginSession } from "../src/identity/sessions.ts";
import { openIdentity } from "../src/identity/identity.ts";
import { newId } from "../src/db/ids.ts";
import type { FastifyInstance } from "fastify";
import { createClient, type TestClient } from "./client.ts";
import type { Context } from "../src/context.ts";

export type Enrolment = { phone?: string; country?: string; registered?: boolean };

/** Puts a registered student with a live session into the database, as sign-in and registration would. */
export async function enrol(
  parts: Context,
  name: string,
  { phone = "+919876543210", country = "India", registered = true }: Enrolment = {},
): Promise<{ userId: string; token: string }> {
  const { db } = parts;
  const { issuer, tokens } = openIdentity(parts);
  const email = `${name.toLowerCase()}@cgu.example`;
  const identityId = await upsertIdentity(db, {
    issuer,
    subject: email,
    email,
    name,
    picture: null,
  });
  const { sessionId } = await beginSession(db, identityId);
  const userId = newId();
  if (registered) {
    await db.query(sql`
      insert into users (id, identity_id, name, phone, country, course, semester)
      values (${userId}, ${identityId}, ${name}, ${phone}, ${country}, 'B.Tech', '3rd Semester')`);
  }
  const { token } = await tokens.issue({ identityId, sessionId });
  return { userId, token };
}

type SignedIn = TestClient & { userId: string; token: string };

/** A student after another sign-in, with the secret of the session's cookie. */
export async function signedInAgain(
  { app, parts }: { app: FastifyInstance; parts: Context },
  { userId }: SignedIn,
): Promise<SignedIn & { secret: string }> {
  const [row] = await parts.db.query<{ id: string }>(sql`
    select identity_id as id from users where id = ${userId}`);
  const identityId = row?.id ?? "";
  const { sessionId, secret } = await beginSession(parts.db, identityId);
  const { token } = await openIdentity(parts).tokens.issue({ identityId, sessionId });
  return { ...createClient(app, token), userId, token, secret };
}
