// What is between one person and messages: flags, and what was read, kept as marks with holes.

import type { Bit } from './column.ts';

/** What is exceptional between a person and a message. */
export interface PersonalMessageTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  /** Bits of `model/messages/flags.ts`. */
  flags: number;
}

/** Up to where a person has read a conversation; without a row, up to the account's `read_base`. */
export interface ReadStateTable {
  organization_id: number;
  account_id: number;
  conversation_id: number;
  read_through: number;
}

/** Holes in read states: single messages read above the mark, or unread below it. Survives moves. */
export interface ReadExceptionTable {
  organization_id: number;
  account_id: number;
  message_id: number;
  conversation_id: number;
  is_read: Bit;
}
