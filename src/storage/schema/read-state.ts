// The state between a person and messages: flags, and read marks with exceptions.

import type { Bit } from './column.ts';

/** Flags between a person and a message, where there are any. */
export interface PersonalMessageTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  /** Bits of `model/messages/message-flags.ts`. */
  flags: number;
}

/** The message up to which a person has read a conversation; without a row, the account's `read_base`. */
export interface ReadStateTable {
  organization_id: number;
  account_id: number;
  conversation_id: number;
  read_through: number;
}

/** Exceptions from read marks: single messages read above the mark, or unread below it. They survive moves. */
export interface ReadExceptionTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  conversation_id: number;
  is_read: Bit;
}
