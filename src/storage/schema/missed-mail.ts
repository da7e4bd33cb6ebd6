// Mail about missed messages, and answers to it.

import type { Generated } from 'kysely';

/** A message that somebody is told of by mail unless they read it before. */
export interface MissedMessageTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  /** Why: `model/notifications/notification-rules.ts`. */
  cause: string;
  /** When it began to concern them: its sending, or the edit that mentioned them. */
  noticed_at: number;
  /** When what was collected goes out; the same for all of an account's rows of one mail. */
  due_at: number;
}

/** A message that very many people may have missed. */
export interface MissedByManyTable {
  organization_id: number;
  message_id: number;
  /** The place in the log of the edit that mentioned them; null: of the message itself. */
  edit_sequence: number | null;
  noticed_at: number;
  /** Of the people whose turn it is next. */
  collecting_seconds: number;
  /** Of those the people up to this id are done. */
  after_account_id: number;
  due_at: number;
}

/** An address that takes one person's answers to one conversation. */
export interface MailReplyTable {
  id: Generated<number>;
  token_hash: string;
  organization_id: number;
  account_id: number;
  conversation_id: number;
  /** The newest message that the mail told of: where it was moved to, there the answer goes. */
  message_id: number;
  expires_at: number;
}
