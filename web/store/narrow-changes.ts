// Which changes of a message can move it into or out of a narrow, so that all others can be skipped.

import type { ApiEvent } from '../../client/event-stream.ts';
import { topicKey } from '../../client/state/topics.ts';
import type { Term } from '../lib/address.ts';
import { isEqual } from '../lib/equal.ts';
import { isResolved, type Message, type MessageUpdate } from './message.ts';
import { decidingTerms, type Narrow } from './narrow.ts';

export type NarrowChange = 'in' | 'out' | 'stays' | 'unknown';

/** The operators whose result for a message never changes. */
const unchanging: ReadonlySet<string> = new Set(['dm', 'sender', 'id', 'dm-including']);
const flagOf: ReadonlyMap<string, string> = new Map([
  ['starred', 'starred'],
  ['unread', 'read'],
]);
const isAboutTopic = ({ operator, operand }: Term) =>
  operator === 'channel' || operator === 'topic' || (operator === 'is' && operand === 'resolved');

function dependsOnFlag({ operator, operand }: Term, flag: string): boolean {
  return operator === 'is' && flagOf.get(operand) === flag;
}

function dependsOnUpdate(term: Term, update: MessageUpdate): boolean {
  if (unchanging.has(term.operator)) return false;
  if (term.operator === 'is' && flagOf.has(term.operand)) return false;
  return isAboutTopic(term) ? update.orig_subject !== undefined : true;
}

/** Whether an event may move messages into or out of a narrow. */
export function mayAffect(narrow: Narrow, event: ApiEvent): boolean {
  const terms = decidingTerms(narrow);
  if (event.type === 'update_message_flags') return terms.some((term) => dependsOnFlag(term, event.flag));
  if (event.type === 'update_message') return terms.some((term) => dependsOnUpdate(term, event));
  return event.type === 'reaction' && terms.some(({ operator }) => operator === 'has');
}

/** The same, from the message before and after. */
export function mayHaveMoved(narrow: Narrow, before: Message, after: Message): boolean {
  const isElsewhere = before.stream_id !== after.stream_id || before.subject !== after.subject;
  const isOther = isElsewhere || before.content !== after.content;
  return decidingTerms(narrow).some((term) => {
    if (unchanging.has(term.operator)) return false;
    const flag = term.operator === 'is' ? flagOf.get(term.operand) : undefined;
    if (flag !== undefined) return before.flags.includes(flag) !== after.flags.includes(flag);
    if (isAboutTopic(term)) return isElsewhere;
    return isOther || (term.operator === 'has' && !isEqual(before.reactions, after.reactions));
  });
}

function containsLocation(narrow: Narrow, channelId: number | undefined, topic: string): boolean {
  return narrow.every(({ operator, operand, isNegated }) => {
    const matches =
      operator === 'channel'
        ? channelId === Number(operand)
        : operator === 'topic'
          ? topicKey(topic) === topicKey(operand)
          : isResolved(topic);
    return matches !== isNegated;
  });
}

/** The change for a message that is not in memory: only its channel and topic are known, from the event. */
export function changeOfUnloaded(narrow: Narrow, event: ApiEvent): NarrowChange {
  const terms = decidingTerms(narrow);
  if (event.type !== 'update_message' || !terms.every(isAboutTopic)) return 'unknown';
  const { orig_subject: topic, subject, stream_id, new_stream_id } = event;
  if (topic === undefined) return 'stays';
  const wasInside = containsLocation(terms, stream_id, topic);
  const isInside = containsLocation(terms, new_stream_id ?? stream_id, subject ?? topic);
  if (wasInside === isInside) return 'stays';
  return isInside ? 'in' : 'out';
}
