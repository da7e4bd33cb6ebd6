// Prepared JSON of messages, bounded in bytes; what was used least recently goes first. Something that was read
// before a change must not be kept after it: whoever reads takes the stamp first, and what it read is kept only
// if nothing was dropped meanwhile.

/** A message's stable part in one content form, as bytes of JSON without braces. */
export interface Fragment {
  /** With the empty topic as it is. */
  readonly withEmptyTopic: Buffer;
  /** With the word for it, in the edit history; mostly the same bytes. */
  readonly withNamedTopic: Buffer;
}

/** What an entry costs beyond its bytes. */
const OVERHEAD = 200;

function sizeOf({ withEmptyTopic, withNamedTopic }: Fragment): number {
  const other = withNamedTopic === withEmptyTopic ? 0 : withNamedTopic.length;
  return withEmptyTopic.length + other + OVERHEAD;
}

function keyOf(messageId: number, applyMarkdown: boolean): number {
  return messageId * 2 + (applyMarkdown ? 1 : 0);
}

/** The prepared JSON of one organization's messages; `limit` and `limitEach` are in bytes. */
export class FragmentCache {
  readonly #limit: number;
  readonly #limitEach: number;
  readonly #fragments = new Map<number, Fragment>();
  #bytes = 0;
  #stamp = 0;

  /** @param limitEach larger fragments are not kept */
  constructor(limit: number, limitEach = limit) {
    this.#limit = limit;
    this.#limitEach = limitEach;
  }

  /** Rises whenever something is dropped because it changed. */
  get stamp(): number {
    return this.#stamp;
  }

  /** What is kept, in bytes, with what each entry costs beyond its own. */
  get bytes(): number {
    return this.#bytes;
  }

  get(messageId: number, applyMarkdown: boolean): Fragment | undefined {
    const key = keyOf(messageId, applyMarkdown);
    const fragment = this.#fragments.get(key);
    if (!fragment) return undefined;
    this.#fragments.delete(key);
    this.#fragments.set(key, fragment);
    return fragment;
  }

  /** Keeps a fragment made of what was read when the stamp was `readAt`. */
  keep(messageId: number, applyMarkdown: boolean, fragment: Fragment, readAt: number): void {
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

  /** Drops what is kept of some messages; of all of them for an empty list. */
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
    const present = this.#fragments.get(key);
    if (!present) return;
    this.#fragments.delete(key);
    this.#bytes -= sizeOf(present);
  }
}
