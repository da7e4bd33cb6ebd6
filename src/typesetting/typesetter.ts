// Typesets the formulas and code of messages in a separate process, so that slow work delays only its message.
// Small amounts of code are highlighted at once, since using another process would cost more.

import { rateLimited } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { type Typeset, type TypesetItem, typesetNow } from '../markdown/typesetting.ts';
import { ProcessPool } from '../workers/process-pool.ts';
import { TaskNotDoneError } from '../workers/task.ts';
import type { TypesettingTasks } from './typesetting-process.ts';

/** The maximum number of characters of code in a message that every grammar processes quickly. */
const SMALL_CODE_CHARACTERS = 300;
const PROCESS_MILLISECONDS = 20_000;
const IDLE_MILLISECONDS = 60_000;
const TRY_AGAIN_SECONDS = 5;

const NO_ITEMS: Typeset = { html: [], isTruncated: false };
const AS_TYPED: Typeset = { html: [], isTruncated: true };

function isSmallCode(items: readonly TypesetItem[]): boolean {
  let characters = 0;
  for (const item of items) {
    if (item.kind === 'formula') return false;
    characters += item.text.length;
  }
  return characters <= SMALL_CODE_CHARACTERS;
}

/** Typesets for the messages of a server. */
export class Typesetter {
  readonly #pool = new ProcessPool<TypesettingTasks>({
    module: new URL('./typesetting-process.ts', import.meta.url),
    milliseconds: PROCESS_MILLISECONDS,
    megabytes: limits.typesettingMegabytes,
    processes: 1,
    waiting: limits.typesettingWaiting,
    idleMilliseconds: IDLE_MILLISECONDS,
  });

  /** The number of waiting messages of each author. */
  readonly #waiting = new Map<number, number>();

  close(): Promise<void> {
    return this.#pool.close();
  }

  /**
   * The HTML of the items of one message. Items that need more time or memory than a message may use are shown as
   * typed.
   * @param authorId the author of the message, whose waiting messages are limited; undefined if it has none
   * @throws `RATE_LIMIT_HIT` if too many messages wait
   */
  async typeset(items: readonly TypesetItem[], authorId?: number): Promise<Typeset> {
    if (items.length === 0) return NO_ITEMS;
    if (isSmallCode(items)) return typesetNow(items);
    if (authorId === undefined) return this.#typesetInProcess(items);
    const waiting = this.#waiting.get(authorId) ?? 0;
    if (waiting >= limits.typesettingWaitingPerAuthor) throw rateLimited(TRY_AGAIN_SECONDS);
    this.#waiting.set(authorId, waiting + 1);
    try {
      return await this.#typesetInProcess(items);
    } finally {
      const remaining = (this.#waiting.get(authorId) ?? 1) - 1;
      if (remaining > 0) this.#waiting.set(authorId, remaining);
      else this.#waiting.delete(authorId);
    }
  }

  async #typesetInProcess(items: readonly TypesetItem[]): Promise<Typeset> {
    try {
      return await this.#pool.run('typeset', { items, milliseconds: limits.typesettingMilliseconds });
    } catch (error) {
      if (!(error instanceof TaskNotDoneError)) throw error;
      if (error.isTemporary) throw rateLimited(TRY_AGAIN_SECONDS);
      return AS_TYPED;
    }
  }
}
