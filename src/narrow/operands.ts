// Resolves the operands of a narrow: accounts by id or address, channels by id or name, conversations by
// their participants.

import { badNarrow } from '../api-contract/error.ts';
import type { Requester } from '../queries/requester.ts';
import { findVisibleAccount, findVisibleChannel } from '../queries/visible-lookups.ts';
import { directKey } from '../stores/conversations/conversation-store.ts';
import type { Meaning } from './term.ts';
import type { Operand } from './wire-term.ts';

/** The largest id that a client can send. */
const MAX_MESSAGE_ID = 2_147_483_647;

/** An operand as repeated in an error. */
export function shownOperand(operand: Operand): string {
  return typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand);
}

/**
 * The id of the account that an operand names. @throws `BAD_NARROW` unless the requester may see such an
 * account
 */
export function accountOf(requester: Requester, operand: Operand): number {
  const account = typeof operand === 'object' ? undefined : findVisibleAccount(requester, operand);
  if (!account) throw badNarrow(`unknown user ${shownOperand(operand)}`);
  return account.id;
}

/**
 * The id of the channel that an operand names; a web-public one for anonymous viewers. @throws `BAD_NARROW` if there is
 * none
 */
export function channelOf(requester: Requester, operand: Operand): number {
  const channel = typeof operand === 'object' ? undefined : findVisibleChannel(requester, operand);
  if (channel) return channel.id;
  throw badNarrow(
    requester.account
      ? `unknown channel ${shownOperand(operand)}`
      : `unknown web-public channel ${shownOperand(operand)}`,
  );
}

/**
 * The conversation of accounts named by ids or addresses, with the requester added.
 * @throws `BAD_NARROW` if one of them does not exist
 */
export function conversationOf(requester: Requester, operand: Operand): Meaning {
  const { account } = requester;
  const references =
    typeof operand === 'object'
      ? operand
      : String(operand)
          .split(',')
          .map((address) => address.trim())
          .filter((address) => address !== '');
  if (references.length === 0) return { kind: 'dm', key: undefined };
  const ids = references.map((reference) => {
    const found = findVisibleAccount(requester, reference);
    if (!found) throw badNarrow(`unknown user in ${shownOperand(operand)}`);
    return found.id;
  });
  return { kind: 'dm', key: directKey(account ? [...ids, account.id] : ids) };
}

/** The id of a message, which need not exist. @throws `BAD_NARROW` for an invalid id */
export function messageId(operand: Operand): number {
  const text = String(operand).trim();
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_MESSAGE_ID)) throw badNarrow('Invalid message ID');
  return id;
}
