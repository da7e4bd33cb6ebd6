// Mail about missed messages, and replies to it.

import type { Generated } from 'kysely';

/** A message that an account is mailed about unless it is read first. */
export interface MissedMessageTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  /** The reason: see `model/notifications/notification-rules.ts`. */
  cause: string;
  /** When it became relevant: its sending, or the edit that added the mention. */
  noticed_at: number;
  /** When the mail is sent; the same for all of an account's rows in one mail. */
  due_at: number;
}

/** A message that very many people may have missed. */
export interface MissedByManyTable {
  organization_id: number;
  message_id: number;
  /** The log position of the edit that mentioned them; null for the message itself. */
  edit_sequence: number | null;
  noticed_at: number;
  /** The collecting time of the people who are processed next. */
  collecting_seconds: number;
  /** Of those people, accounts up to this id are done. */
  after_account_id: number;
  due_at: number;
}

/** An address that receives one person's replies to one conversation. */
export interface MailReplyTable {
  id: Generated<number>;
  token_hash: string;
  organization_id: number;
  account_id: number;
  conversation_id: number;
  /** The newest message in the mail; replies follow it if it was moved. */
  message_id: number;
  expires_at: number;
}
