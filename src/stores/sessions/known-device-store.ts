// Browsers that accounts have logged in with.

import { limits } from '../../api-contract/limits.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** A browser that an account has logged in with. */
export interface KnownDevice {
  readonly id: number;
  readonly accountId: number;
}

/**
 * The device with one of the tokens, by their hashes, that has logged in under the name; undefined if there
 * is none.
 */
export async function knownDevice(
  reader: Reader,
  { hashes, nameKey }: { readonly hashes: readonly string[]; readonly nameKey: string },
  now: number,
): Promise<KnownDevice | undefined> {
  if (hashes.length === 0) return undefined;
  const row = await reader.db
    .selectFrom('known_device')
    .select(['id', 'account_id'])
    .where('organization_id', '=', reader.organizationId)
    .where('token_hash', 'in', hashes)
    .where('name_key', '=', nameKey)
    .where('last_at', '>', now - limits.knownDeviceSeconds)
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, accountId: row.account_id };
}

/** A login to record for a browser. */
export interface NewKnownDevice {
  readonly accountId: number;
  readonly sessionId: number;
  readonly tokenHash: string;
  /** Hash of the name that was entered. */
  readonly nameKey: string;
}

/**
 * Stores a device that has logged in. Beyond the limit per account, those with the oldest logins are
 * removed.
 */
export async function insertKnownDevice(writer: Writer, device: NewKnownDevice): Promise<void> {
  const devices = await writer.db
    .selectFrom('known_device')
    .select('id')
    .where('account_id', '=', device.accountId)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const excess = devices.slice(limits.knownDevicesPerAccount - 1).map(({ id }) => id);
  if (excess.length > 0) await writer.db.deleteFrom('known_device').where('id', 'in', excess).execute();
  await writer.db
    .insertInto('known_device')
    .values({
      organization_id: writer.organizationId,
      account_id: device.accountId,
      token_hash: device.tokenHash,
      name_key: device.nameKey,
      session_id: device.sessionId,
      last_at: writer.now,
    })
    .execute();
}

/** Deletes the devices of an account with any of the tokens; returns the hashes of those that existed. */
export async function deleteDevicesWithTokens(
  writer: Writer,
  accountId: number,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await writer.db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'in', hashes)
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

/** Deletes the devices of an account, except that of the session `exceptSessionId`. */
export async function deleteDevicesOf(writer: Writer, accountId: number, exceptSessionId = 0): Promise<void> {
  await writer.db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('session_id', '!=', exceptSessionId)
    .execute();
}

/** Deletes the device that a session began on. */
export async function deleteDeviceOfSession(
  writer: Writer,
  accountId: number,
  sessionId: number,
): Promise<void> {
  await writer.db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .execute();
}
