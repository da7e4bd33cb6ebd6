// Email addresses that have signed up but are not confirmed yet.

import { DAY } from '../../api-contract/time.ts';
import { linkKeyHash } from '../../model/invitations/link-key.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type SignUpRow = Row<'sign_up'>;

const LIFETIME_SECONDS = DAY;

/** Stores a key for an address, and deletes expired ones. */
export async function insertSignUp(
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

/** The sign-up that a key confirms; undefined if the key is unknown, used or expired. */
export function signUpByKey(reader: Reader, key: string, now: number): Promise<SignUpRow | undefined> {
  return reader.db
    .selectFrom('sign_up')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('key_hash', '=', linkKeyHash(key))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes the sign-ups of an address that has joined. */
export async function deleteSignUps(writer: Writer, email: string): Promise<void> {
  await writer.db
    .deleteFrom('sign_up')
    .where('organization_id', '=', writer.organizationId)
    .where('email_key', '=', textKey(email))
    .execute();
}
