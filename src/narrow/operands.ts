// What the operands of a narrow name: accounts by id or address, channels by id or name, conversations by their people.

import { badNarrow } from '../contract/error.ts';
import type { Account } from '../model/accounts/account.ts';
import type { Channel } from '../model/channels/channel.ts';
import { directKey } from '../model/conversations/store.ts';
import { accountByEmail, channelByNameIn } from '../model/messages/recipients.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';
import type { Meaning } from './term.ts';
import type { Operand } from './wire-term.ts';

/** Who asks; visitors have no account. */
export interface Asker {
  readonly state: OrganizationState;
  readonly account: Account | undefined;
}

/** The largest id that a client can name. */
const MAX_MESSAGE_ID = 2_147_483_647;

/** An operand as a refusal repeats it. */
export function shown(operand: Operand): string {
  return typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand);
}

function accountNamed(state: OrganizationState, operand: string | number): Account | undefined {
  return typeof operand === 'number' ? state.account(operand) : accountByEmail(state, operand);
}

/** The id of the account that an operand names. @throws `BAD_NARROW` for nobody */
export function accountOf({ state }: Asker, operand: Operand): number {
  const account = typeof operand === 'object' ? undefined : accountNamed(state, operand);
  if (!account) throw badNarrow(`unknown user ${shown(operand)}`);
  return account.id;
}

function channelNamed(state: OrganizationState, operand: Operand): Channel | undefined {
  if (typeof operand === 'object') return undefined;
  return typeof operand === 'number' ? state.channel(operand) : channelByNameIn(state, operand);
}

/** The id of the channel that an operand names. @throws `BAD_NARROW` for none that the asker may know */
export function channelOf({ state, account }: Asker, operand: Operand): number {
  const channel = channelNamed(state, operand);
  if (!account && !channel?.isWebPublic) throw badNarrow(`unknown web-public channel ${shown(operand)}`);
  if (!channel) throw badNarrow(`unknown channel ${shown(operand)}`);
  return channel.id;
}

/**
 * The conversation of people named by ids or addresses, the asker added.
 * @throws `BAD_NARROW` where one of them is nobody
 */
export function conversationOf({ state, account }: Asker, operand: Operand): Meaning {
  const named =
    typeof operand === 'object'
      ? operand
      : String(operand)
          .split(',')
          .map((address) => address.trim())
          .filter((address) => address !== '');
  if (named.length === 0) return { kind: 'dm', key: undefined };
  const ids = named.map((one) => {
    const found = accountNamed(state, one);
    if (!found) throw badNarrow(`unknown user in ${shown(operand)}`);
    return found.id;
  });
  return { kind: 'dm', key: directKey(account ? [...ids, account.id] : ids) };
}

/** The id of a message, which need not exist. @throws `BAD_NARROW` for what cannot be one */
export function messageId(operand: Operand): number {
  const text = String(operand).trim();
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_MESSAGE_ID)) throw badNarrow('Invalid message ID');
  return id;
}
