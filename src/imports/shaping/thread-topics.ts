// The topics that threads of other services become: each is called by its day and the beginning of its first message.

import { limits } from '../../api-contract/limits.ts';
import { asRead } from './literal-text.ts';

const MARKUP = /\*\*|~~|[`>]|(?<!&)#|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu;
/** So much of a text is looked at. */
const LOOKED_AT = 1000;

/** The beginning of a text, as it reads. */
function beginningOf(text: string): string {
  const read = text
    .slice(0, LOOKED_AT)
    .replaceAll(/\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/([@#]_?)\*\*([^*|\n]+)(?:\|\d+)?\*\*/g, '$1$2')
    .replaceAll(MARKUP, '');
  return asRead(read)
    .replaceAll(/[\p{Z}\p{C}]+/gu, ' ')
    .trim();
}

function cut(text: string, most: number): string {
  const points = [...text];
  return points.length <= most
    ? text
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** Gives threads their topics. */
export class ThreadTopics {
  readonly #byThread = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The topic of a thread of a channel that began at a time, in seconds; `text` is that of its first message. */
  of(channelId: number, thread: string, startedAt: number, text: string): string {
    const key = `${channelId} ${thread}`;
    const present = this.#byThread.get(key);
    if (present !== undefined) return present;
    const day = new Date(startedAt * 1000).toISOString().slice(0, 10);
    return this.#give(channelId, key, `${day} ${beginningOf(text)}`.trim());
  }

  /** The topic of a thread that has a name. */
  called(channelId: number, thread: string, name: string): string {
    const key = `${channelId} ${thread}`;
    return this.#byThread.get(key) ?? this.#give(channelId, key, beginningOf(name) || 'thread');
  }

  #give(channelId: number, key: string, whole: string): string {
    const name = cut(whole, limits.topicCodePoints);
    const counted = `${channelId} ${name.toLowerCase()}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    const end = count === 1 ? '' : ` (${count})`;
    const topic = end === '' ? name : `${cut(whole, limits.topicCodePoints - end.length)}${end}`;
    this.#byThread.set(key, topic);
    return topic;
  }
}
