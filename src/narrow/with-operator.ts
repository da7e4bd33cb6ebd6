// The `with` operator, for links that survive moves. The term names a message; the narrow becomes the
// conversation in which that message is now.

import { ApiError, badNarrow } from '../api-contract/error.ts';
import { type Requester, requesterOf } from '../queries/requester.ts';
import { conversationById, peopleOf } from '../stores/conversations/conversation-store.ts';
import { readableMessage } from '../stores/message-access/message-access.ts';
import { messageById } from '../stores/messages/message-store.ts';
import type { WireTerm } from './wire-term.ts';

const conversationOperators = new Set(['channel', 'stream', 'topic', 'dm', 'pm-with', 'pm_with']);

function duplicate(): ApiError {
  const description = "Duplicate 'with' operators.";
  return new ApiError(400, 'BAD_NARROW', `Invalid narrow operator combination: ${description}`, {
    desc: description,
  });
}

/** The terms of a message's conversation; undefined if the requester may not see it. */
async function termsOfConversation(requester: Requester, id: number): Promise<WireTerm[] | undefined> {
  const conversation = await visibleConversation(requester, id);
  if (!conversation) return undefined;
  if (conversation.channel_id === null) {
    return [{ operator: 'dm', operand: peopleOf(conversation.direct_key ?? ''), negated: false }];
  }
  return [
    { operator: 'channel', operand: conversation.channel_id, negated: false },
    { operator: 'topic', operand: conversation.topic_name, negated: false },
  ];
}

async function visibleConversation(requester: Requester, id: number) {
  const { reader, state, account } = requester;
  if (account) {
    try {
      return (await readableMessage(await requesterOf(requester, account), id)).conversation;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
  const row = await messageById(reader, id);
  if (!row || row.channel_id === null || !state.channel(row.channel_id)?.isWebPublic) return undefined;
  return conversationById(reader, row.conversation_id);
}

/**
 * Removes the `with` term and prepends the terms of its message's conversation.
 * @throws `BAD_NARROW` for two of them, for an operand that is not an id, and for an invisible message if the
 * other terms name no conversation
 */
export async function rewriteWith(
  requester: Requester,
  terms: readonly WireTerm[],
): Promise<readonly WireTerm[]> {
  const [term, secondTerm] = terms.filter(({ operator }) => operator === 'with');
  if (!term) return terms;
  if (secondTerm) throw duplicate();
  const text = String(term.operand).trim();
  if (!/^-?\d{1,15}$/.test(text)) throw badNarrow("Invalid 'with' operator");
  const others = terms.filter((other) => other !== term);
  const conversationTerms = await termsOfConversation(requester, Number(text));
  if (conversationTerms)
    return [...conversationTerms, ...others.filter(({ operator }) => !conversationOperators.has(operator))];
  const has = (...operators: string[]) => others.some(({ operator }) => operators.includes(operator));
  if (has('dm', 'pm-with', 'pm_with') || (has('channel', 'stream') && has('topic'))) return others;
  throw badNarrow("Invalid 'with' operator");
}
