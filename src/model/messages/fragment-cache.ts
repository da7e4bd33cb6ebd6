// Caches prepared JSON of messages, limited in bytes and evicting the least recently used. A fragment that was read
// before a change must not be cached after it. Callers therefore take the stamp before they read, and the result is
// cached only if nothing was dropped meanwhile.

import { MAX_JOINED_BYTES, MAX_OTHER_BYTES, type StablePart } from './stable-part.ts';

/** The estimated size of an entry beyond the bytes of its message, and of what it is joined with. */
const OVERHEAD = 200;

/** The stable part of a message in both forms of the empty topic. */
export interface MessageFragment {
  /** With the empty topic as an empty string. */
  readonly withEmptyTopic: StablePart;
  /** With the empty topic's display name in the edit history. Usually the same part. */
  readonly withNamedTopic: StablePart;
}

function partSize({ bytes: { length } }: StablePart): number {
  return length + OVERHEAD + (length > MAX_JOINED_BYTES ? 0 : MAX_OTHER_BYTES);
}

function sizeOf({ withEmptyTopic, withNamedTopic }: MessageFragment): number {
  return partSize(withEmptyTopic) + (withNamedTopic === withEmptyTopic ? 0 : partSize(withNamedTopic));
}

function keyOf(messageId: number, applyMarkdown: boolean): number {
  return messageId * 2 + (applyMarkdown ? 1 : 0);
}

/** The cache of one organization. `limit` and `limitEach` are in bytes. */
export class FragmentCache {
  readonly #limit: number;
  readonly #limitEach: number;
  readonly #fragments = new Map<number, MessageFragment>();
  #bytes = 0;
  #stamp = 0;

  /** @param limitEach larger fragments are not cached */
  constructor(limit: number, limitEach = limit) {
    this.#limit = limit;
    this.#limitEach = limitEach;
  }

  /** Increases whenever something is dropped because it changed. */
  get stamp(): number {
    return this.#stamp;
  }

  /** The size of the cache in bytes, including the overhead of each entry. */
  get bytes(): number {
    return this.#bytes;
  }

  get(messageId: number, applyMarkdown: boolean): MessageFragment | undefined {
    const key = keyOf(messageId, applyMarkdown);
    const fragment = this.#fragments.get(key);
    if (!fragment) return undefined;
    this.#fragments.delete(key);
    this.#fragments.set(key, fragment);
    return fragment;
  }

  /**
   * Caches a fragment.
   * @param readAt the stamp before its content was read
   */
  set(messageId: number, applyMarkdown: boolean, fragment: MessageFragment, readAt: number): void {
    if (readAt !== this.#stamp || sizeOf(fragment) > this.#limitEach) return;
    const key = keyOf(messageId, applyMarkdown);
    this.#remove(key);
    this.#fragments.set(key, fragment);
    this.#bytes += sizeOf(fragment);
    for (const oldest of this.#fragments.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.#remove(oldest);
    }
  }

  /** Drops the entries of the given messages, or all entries if the list is empty. */
  drop(messageIds: readonly number[]): void {
    this.#stamp++;
    if (messageIds.length === 0) {
      this.#fragments.clear();
      this.#bytes = 0;
      return;
    }
    for (const id of messageIds) {
      this.#remove(keyOf(id, true));
      this.#remove(keyOf(id, false));
    }
  }

  #remove(key: number): void {
    const fragment = this.#fragments.get(key);
    if (!fragment) return;
    this.#fragments.delete(key);
    this.#bytes -= sizeOf(fragment);
  }
}
