// What a topic may be, and how the names that stand for the empty topic are read.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** Shown for the empty topic to clients that do not know it. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** Marks a resolved topic. */
export const RESOLVED_PREFIX = '✔ ';

/** The topic that a client means: the names of the empty topic are read as it, white space around it goes. */
export function readTopic(topic: string): string {
  const trimmed = topic.trim();
  return trimmed === EMPTY_TOPIC_DISPLAY_NAME || trimmed === '(no topic)' ? '' : trimmed;
}

/** The topic as it is stored: cut to its limit. Refuses control characters. */
export function normalizeTopic(topic: string): string {
  const read = readTopic(topic);
  for (const character of read) {
    if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
      throw badRequest(`Invalid character in topic, at position ${[...read].indexOf(character) + 1}!`);
  }
  const points = [...read];
  return points.length > limits.topicCodePoints
    ? `${points.slice(0, limits.topicCodePoints - 3).join('')}...`
    : read;
}

/** The topic as a client of given abilities is told it. */
export function topicFor(topic: string, knowsEmptyTopic: boolean): string {
  return topic === '' && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
