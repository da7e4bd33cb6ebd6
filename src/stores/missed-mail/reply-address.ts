// Addresses that accept replies to mail about messages. Each belongs to one account and one conversation, and
// expires. Anyone who knows it can write as that account there, so only a keyed hash is stored.

import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type MailReplyRow = Row<'mail_reply'>;

const TOKEN_BYTES = 16;
const ADDRESS = /^mm([0-9a-f]{32})@([^@]+)$/;

/** The account and conversation that replies go to. */
export interface ReplyTo {
  readonly accountId: number;
  readonly conversationId: number;
  /** The newest message of the mail. */
  readonly messageId: number;
}

function tokenHash(keyring: Keyring, token: string): string {
  return createHmac('sha256', keyring.secret).update(`mail-reply:${token}`).digest('base64url');
}

/** The unguessable part of a reply address. */
export function newReplyToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** The address for replies to a message. */
export function replyAddress(token: string, domain: string): string {
  return `mm${token}@${domain}`;
}

/** The token of a reply address in our domain; undefined for other addresses. */
export function replyTokenOf(address: string, domain: string): string | undefined {
  const [, token, own] = ADDRESS.exec(address.toLowerCase()) ?? [];
  return own === domain ? token : undefined;
}

/** The text of such a mail without the tokens in its addresses. */
export function withoutReplyTokens(text: string): string {
  return text.replaceAll(/mm[0-9a-f]{32}@/gi, 'mm…@');
}

/** Stores a reply address, and deletes expired ones. */
export async function insertReplyAddress(
  writer: Writer,
  keyring: Keyring,
  token: string,
  { accountId, conversationId, messageId }: ReplyTo,
): Promise<void> {
  await writer.db
    .deleteFrom('mail_reply')
    .where('organization_id', '=', writer.organizationId)
    .where('expires_at', '<', writer.now)
    .execute();
  await writer.db
    .insertInto('mail_reply')
    .values({
      organization_id: writer.organizationId,
      token_hash: tokenHash(keyring, token),
      account_id: accountId,
      conversation_id: conversationId,
      message_id: messageId,
      expires_at: writer.now + limits.mailReplyDays * DAY,
    })
    .execute();
}

/** Invalidates all reply addresses of an account. */
export async function deleteReplyAddresses(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .deleteFrom('mail_reply')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * The account and conversation of a reply address, in any organization; undefined if it is unknown or
 * expired.
 */
export function mailReplyByToken(
  reader: Reader,
  keyring: Keyring,
  token: string,
  now: number,
): Promise<MailReplyRow | undefined> {
  return reader.db
    .selectFrom('mail_reply')
    .selectAll()
    .where('token_hash', '=', tokenHash(keyring, token))
    .where('expires_at', '>=', now)
    .executeTakeFirst();
}
