// Normalizes topics, including the names that stand for the empty topic.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** Shown for the empty topic to clients that do not support it. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** The prefix of resolved topics. */
export const RESOLVED_PREFIX = '✔ ';

/** The topic that a client means: trimmed, with the names of the empty topic replaced. */
export function parseTopic(topic: string): string {
  const trimmed = topic.trim();
  return trimmed === EMPTY_TOPIC_DISPLAY_NAME || trimmed === '(no topic)' ? '' : trimmed;
}

/** The topic as it is stored, cut to the maximum length. @throws for control characters */
export function normalizeTopic(topic: string): string {
  const read = parseTopic(topic);
  for (const character of read) {
    if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(character))
      throw badRequest(`Invalid character in topic, at position ${[...read].indexOf(character) + 1}!`);
  }
  const points = [...read];
  return points.length > limits.topicCodePoints
    ? `${points.slice(0, limits.topicCodePoints - 3).join('')}...`
    : read;
}

/** The topic as it is sent to a client, depending on whether it supports the empty topic. */
export function displayTopic(topic: string, knowsEmptyTopic: boolean): string {
  return topic === '' && !knowsEmptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
