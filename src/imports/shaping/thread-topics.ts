// Creates topics for threads of other services, named after the day and the beginning of the first message.

import { limits } from '../../api-contract/limits.ts';
import { unescapedText } from './literal-text.ts';

const MARKUP = /\*\*|~~|[`>]|(?<!&)#|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu;
/** How much of a text is read. */
const MAX_READ = 1000;

/** The beginning of a text as displayed. */
function displayedBeginning(text: string): string {
  const plain = text
    .slice(0, MAX_READ)
    .replaceAll(/\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/([@#]_?)\*\*([^*|\n]+)(?:\|\d+)?\*\*/g, '$1$2')
    .replaceAll(MARKUP, '');
  return unescapedText(plain)
    .replaceAll(/[\p{Z}\p{C}]+/gu, ' ')
    .trim();
}

function truncate(text: string, max: number): string {
  const points = [...text];
  return points.length <= max
    ? text
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** Assigns topics to threads. */
export class ThreadTopics {
  readonly #byThread = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The topic of a channel's thread that began at a time in seconds; `text` is its first message. */
  topicOf(channelId: number, thread: string, startedAt: number, text: string): string {
    const key = `${channelId} ${thread}`;
    const existing = this.#byThread.get(key);
    if (existing !== undefined) return existing;
    const day = new Date(startedAt * 1000).toISOString().slice(0, 10);
    return this.#assign(channelId, key, `${day} ${displayedBeginning(text)}`.trim());
  }

  namedTopic(channelId: number, thread: string, name: string): string {
    const key = `${channelId} ${thread}`;
    return this.#byThread.get(key) ?? this.#assign(channelId, key, displayedBeginning(name) || 'thread');
  }

  #assign(channelId: number, key: string, title: string): string {
    const name = truncate(title, limits.topicCodePoints);
    const countKey = `${channelId} ${name.toLowerCase()}`;
    const count = (this.#counts.get(countKey) ?? 0) + 1;
    this.#counts.set(countKey, count);
    const end = count === 1 ? '' : ` (${count})`;
    const topic = end === '' ? name : `${truncate(title, limits.topicCodePoints - end.length)}${end}`;
    this.#byThread.set(key, topic);
    return topic;
  }
}
