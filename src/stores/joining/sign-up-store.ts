// Addresses that want to join and have not confirmed it yet, in the database.

import type { Selectable } from 'kysely';
import { DAY } from '../../api-contract/time.ts';
import { linkKeyHash } from '../../model/invitations/key.ts';
import { textKey } from '../../model/text-key.ts';
import type { SignUpTable } from '../../storage/schema.ts';
import type { Reader, Writer } from '../../storage/session.ts';

export type SignUpRow = Selectable<SignUpTable>;

const LIFETIME_SECONDS = DAY;

/** Keeps a key for an address; what has expired is forgotten on the way. */
export async function keepSignUp(
  writer: Writer,
  key: string,
  email: string,
  linkId: number | null,
): Promise<void> {
  await writer.db
    .deleteFrom('sign_up')
    .where('organization_id', '=', writer.organizationId)
    .where('expires_at', '<=', writer.now)
    .execute();
  await writer.db
    .insertInto('sign_up')
    .values({
      key_hash: linkKeyHash(key),
      organization_id: writer.organizationId,
      email,
      email_key: textKey(email),
      link_id: linkId,
      expires_at: writer.now + LIFETIME_SECONDS,
    })
    .execute();
}

/** What a key confirms; undefined when it is unknown, used or too old. */
export function signUpByKey(reader: Reader, key: string, now: number): Promise<SignUpRow | undefined> {
  return reader.db
    .selectFrom('sign_up')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('key_hash', '=', linkKeyHash(key))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** The address has joined. */
export async function forgetSignUps(writer: Writer, email: string): Promise<void> {
  await writer.db
    .deleteFrom('sign_up')
    .where('organization_id', '=', writer.organizationId)
    .where('email_key', '=', textKey(email))
    .execute();
}
