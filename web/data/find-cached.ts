// Finds a search's messages among those cached in the browser, for searching without the server.

import { wholePlainText } from '../components/plain-text.ts';
import { foldText } from '../lib/ranking.ts';
import type { Message } from '../store/message.ts';
import { type Narrow, narrowContains } from '../store/narrow.ts';

/** The words of the search terms, without quotation marks. */
function wordsOf(narrow: Narrow): string[] {
  return narrow
    .filter(({ operator }) => operator === 'search')
    .flatMap(({ operand }) => foldText(operand).replaceAll('"', ' ').split(/\s+/))
    .filter((word) => word !== '');
}

/**
 * The messages that certainly match, in their order: they contain all words. A term that only the server can evaluate
 * matches no message.
 */
export function findCached(messages: readonly Message[], narrow: Narrow, ownId: number): Message[] {
  const words = wordsOf(narrow);
  const others = narrow.filter(({ operator }) => operator !== 'search');
  const byId = new Map(messages.map((message) => [message.id, message]));
  const isFound = (message: Message) => {
    if (narrowContains(others, message, { ownId, isMuted: () => false }) !== true) return false;
    const text = foldText(`${message.subject} ${wholePlainText(message.content)}`);
    return words.every((word) => text.includes(word));
  };
  return [...byId.values()].filter(isFound).sort((a, b) => a.id - b.id);
}
