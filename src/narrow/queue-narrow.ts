// The filter that an event queue applies to new messages: a few terms that the log entry alone can decide.

import { badRequest } from '../api-contract/error.ts';
import { extraOf, type LogEntry } from '../api-contract/event.ts';
import { isReadOnArrival, type MessageEventExtra } from '../model/messages/message-events.ts';
import { EMPTY_TOPIC_DISPLAY_NAME, RESOLVED_PREFIX } from '../model/messages/topic.ts';
import { apiEmail } from '../model/people/account-email.ts';
import { textKey } from '../model/text-key.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';

/** A term as stored with a queue. */
export interface QueueTerm {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated: boolean;
}

type Test = (extra: MessageEventExtra) => boolean;
interface Context {
  readonly state: OrganizationState;
  readonly accountId: number;
}

const supported = new Set(['channel', 'stream', 'channels', 'streams', 'topic', 'sender', 'is', 'mentions']);
/** Operands of `is` that depend on settings, which may change after the message was sent. */
const unsupportedIs = new Set(['followed', 'muted']);
const channelSets = new Set(['public', 'web-public', 'archived']);

/** @throws for terms that a queue cannot decide */
export function checkQueueNarrow(terms: readonly QueueTerm[]): void {
  for (const { operator, operand } of terms) {
    if (!supported.has(operator)) throw badRequest(`Operator ${operator} not supported.`);
    const isUnknownSet =
      (operator === 'channels' || operator === 'streams') && !channelSets.has(String(operand));
    if (isUnknownSet || (operator === 'is' && unsupportedIs.has(String(operand)))) {
      throw badRequest(`Operand ${operand} not supported.`);
    }
  }
}

function channelTest({ state }: Context, operand: unknown): Test {
  const key = textKey(String(operand));
  return ({ row }) => {
    const channel = row.channel_id === null ? undefined : state.channel(row.channel_id);
    if (!channel) return false;
    return typeof operand === 'string' ? textKey(channel.name) === key : channel.id === operand;
  };
}

function channelsTest({ state }: Context, operand: unknown): Test {
  return ({ row }) => {
    const channel = row.channel_id === null ? undefined : state.channel(row.channel_id);
    if (!channel) return false;
    if (operand === 'archived') return channel.isArchived;
    return operand === 'web-public' ? channel.isWebPublic : !channel.isPrivate;
  };
}

function topicTest(operand: unknown): Test {
  const key = operand === EMPTY_TOPIC_DISPLAY_NAME ? '' : textKey(String(operand));
  return ({ row, topic }) => row.channel_id !== null && textKey(topic) === key;
}

/** Whether an operand names an account: by its id or its API address. */
function names({ state }: Context, operand: unknown, accountId: number): boolean {
  if (accountId === operand) return true;
  const account = state.account(accountId);
  if (!account || typeof operand !== 'string') return false;
  return textKey(apiEmail(account, state.organization)) === textKey(operand);
}

function isTest({ accountId }: Context, operand: unknown): Test {
  switch (operand) {
    case 'dm':
    case 'private':
      return ({ row }) => row.channel_id === null;
    case 'resolved':
      return ({ row, topic }) => row.channel_id !== null && topic.startsWith(RESOLVED_PREFIX);
    case 'unread':
      return (extra) => !isReadOnArrival(extra, accountId);
    case 'mentioned':
      return ({ mentionedIds }) => mentionedIds.includes(accountId);
    case 'alerted':
      return ({ alertedIds }) => alertedIds.includes(accountId);
    case 'starred':
    case 'pinned':
      // A message just sent can be neither yet.
      return () => false;
    default:
      // (As in the reference server: other operands match everything.)
      return () => true;
  }
}

function testOf(context: Context, { operator, operand }: QueueTerm): Test {
  switch (operator) {
    case 'channel':
    case 'stream':
      return channelTest(context, operand);
    case 'channels':
    case 'streams':
      return channelsTest(context, operand);
    case 'topic':
      return topicTest(operand);
    case 'sender':
      return ({ row }) => names(context, operand, row.sender_id);
    case 'mentions':
      return ({ mentionedIds }) => mentionedIds.some((id) => names(context, operand, id));
    default:
      return isTest(context, operand);
  }
}

/** Compiles the test for a queue's narrow that `checkQueueNarrow` accepted. */
export function compileQueueNarrow(
  terms: readonly QueueTerm[],
  state: OrganizationState,
  accountId: number,
): (entry: LogEntry) => boolean {
  const context = { state, accountId };
  const tests = terms.map((term) => ({ test: testOf(context, term), negated: term.negated }));
  return (entry) => {
    const extra = extraOf<MessageEventExtra>(entry);
    return tests.every(({ test, negated }) => test(extra) !== negated);
  };
}
