// The tokens of channel email addresses, and which mail was received. Tokens are looked up by a keyed hash
// and stored encrypted, like API keys, since the API returns them again.

import { createHmac, randomBytes } from 'node:crypto';
import { WEEK } from '../../api-contract/time.ts';
import { type Keyring, sealApiKey, unsealApiKey } from '../../model/accounts/credentials.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type ChannelEmailRow = Row<'channel_email'>;

/** The channel that mail to an address is posted to, and the accounts that decide how it is posted. */
export interface ChannelEmailKey {
  readonly channelId: number;
  /** The account that requested the address; its permissions count if the service's bot is the sender. */
  readonly creatorId: number;
  /** The account that mail to the address is posted by. */
  readonly senderId: number;
}

const TOKEN_BYTES = 16;
/** How long a mail is remembered, so that a second delivery is not posted again. */
const REMEMBERED_SECONDS = WEEK;

/** The hash by which a token is found. */
export function channelEmailHash(keyring: Keyring, token: string): string {
  return createHmac('sha256', keyring.secret).update(`channel-email:${token}`).digest('base64url');
}

function rowOf(reader: Reader, key: ChannelEmailKey): Promise<ChannelEmailRow | undefined> {
  return reader.db
    .selectFrom('channel_email')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('channel_id', '=', key.channelId)
    .where('creator_id', '=', key.creatorId)
    .where('sender_id', '=', key.senderId)
    .executeTakeFirst();
}

/** The token for a channel, creator and sender, if there is one. */
export async function channelEmailToken(
  reader: Reader,
  keyring: Keyring,
  key: ChannelEmailKey,
): Promise<string | undefined> {
  const row = await rowOf(reader, key);
  return row && unsealApiKey(keyring, row.token_sealed);
}

/** The token for a channel, creator and sender; created on first request. */
export async function ensureChannelEmailToken(
  writer: Writer,
  keyring: Keyring,
  key: ChannelEmailKey,
): Promise<string> {
  const existing = await channelEmailToken(writer, keyring, key);
  if (existing !== undefined) return existing;
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  await writer.db
    .insertInto('channel_email')
    .values({
      organization_id: writer.organizationId,
      channel_id: key.channelId,
      creator_id: key.creatorId,
      sender_id: key.senderId,
      token_hash: channelEmailHash(keyring, token),
      token_sealed: sealApiKey(keyring, token),
    })
    .execute();
  return token;
}

/** The address with a token, in any organization. */
export function channelEmailByToken(
  reader: Reader,
  keyring: Keyring,
  token: string,
): Promise<ChannelEmailRow | undefined> {
  return reader.db
    .selectFrom('channel_email')
    .selectAll()
    .where('token_hash', '=', channelEmailHash(keyring, token))
    .executeTakeFirst();
}

/** Records a received mail; returns false if it was received before. */
export async function recordReceivedMail(
  writer: Writer,
  addressId: number,
  mailKey: string,
): Promise<boolean> {
  await writer.db
    .deleteFrom('received_mail')
    .where('organization_id', '=', writer.organizationId)
    .where('received_at', '<', writer.now - REMEMBERED_SECONDS)
    .execute();
  const row = await writer.db
    .insertInto('received_mail')
    .values({
      organization_id: writer.organizationId,
      address_id: addressId,
      mail_key: mailKey,
      received_at: writer.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address_id')
    .executeTakeFirst();
  return row !== undefined;
}
