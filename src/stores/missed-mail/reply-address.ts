// Addresses that take answers to mail about messages: each belongs to one person and one conversation, and expires.
// Whoever knows it can write as that person there, so it is found by a keyed hash and nothing else of it is kept.

import { createHmac, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { MailReplyTable } from '../../storage/schema.ts';
import type { Reader, Writer } from '../../storage/session.ts';

export type MailReplyRow = Selectable<MailReplyTable>;

const TOKEN_BYTES = 16;
const ADDRESS = /^mm([0-9a-f]{32})@([^@]+)$/;

/** Whose answers an address takes, and where to. */
export interface ReplyTo {
  readonly accountId: number;
  readonly conversationId: number;
  /** The newest message of the mail. */
  readonly messageId: number;
}

function tokenHash(keyring: Keyring, token: string): string {
  return createHmac('sha256', keyring.secret).update(`mail-reply:${token}`).digest('base64url');
}

/** What stands in an address for replies so that nobody can guess it. */
export function newReplyToken(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** The address that answers to a message are sent to. */
export function replyAddress(token: string, domain: string): string {
  return `mm${token}@${domain}`;
}

/** The token of an address of our domain; undefined when it takes no answers. */
export function replyTokenOf(address: string, domain: string): string | undefined {
  const [, token, own] = ADDRESS.exec(address.toLowerCase()) ?? [];
  return own === domain ? token : undefined;
}

/** A text that repeats such mail, without what its addresses prove. */
export function withoutReplyTokens(text: string): string {
  return text.replaceAll(/mm[0-9a-f]{32}@/gi, 'mm…@');
}

/** Keeps an address with what it stands for, and forgets those that have expired. */
export async function keepReplyAddress(
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

/** Answers to mail that somebody got so far speak for them no longer. */
export async function forgetReplyAddresses(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .deleteFrom('mail_reply')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** What an address stands for, of whatever organization; undefined when it is unknown or has expired. */
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
