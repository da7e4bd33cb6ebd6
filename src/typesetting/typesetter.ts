// Typesets the formulas and code of messages in a process of their own: what takes long delays its message and no other
// request. Little code is highlighted at once, since a way to another process would cost more.

import { rateLimited } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';
import { type Typeset, type TypesetItem, typesetHere } from '../markdown/typesetting.ts';
import { ProcessPool } from '../workers/process-pool.ts';
import { WorkRefused } from '../workers/task.ts';
import type { TypesettingTasks } from './typesetting-process.ts';

/** Up to so many characters of code in a message no grammar of ours takes long. */
const LITTLE_CODE = 300;
const PROCESS_MILLISECONDS = 20_000;
const IDLE_MILLISECONDS = 60_000;
const TRY_AGAIN_SECONDS = 5;

const NOTHING: Typeset = { html: [], isCut: false };
const AS_TYPED: Typeset = { html: [], isCut: true };

function isLittleCode(items: readonly TypesetItem[]): boolean {
  let characters = 0;
  for (const item of items) {
    if (item.kind === 'formula') return false;
    characters += item.text.length;
  }
  return characters <= LITTLE_CODE;
}

/** Typesets for the messages of a server. */
export class Typesetter {
  readonly #work = new ProcessPool<TypesettingTasks>({
    module: new URL('./typesetting-process.ts', import.meta.url),
    milliseconds: PROCESS_MILLISECONDS,
    megabytes: limits.typesettingMegabytes,
    processes: 1,
    waiting: limits.typesettingWaiting,
    idleMilliseconds: IDLE_MILLISECONDS,
  });

  /** How many messages of each author wait. */
  readonly #waiting = new Map<number, number>();

  close(): Promise<void> {
    return this.#work.close();
  }

  /**
   * HTML of the items of one message. What takes more time or memory than a message may have is shown as typed.
   * @param authorId whose message it is, of whom only so many may wait; undefined where nobody writes it
   * @throws `RATE_LIMIT_HIT` where too many messages wait
   */
  async typeset(items: readonly TypesetItem[], authorId?: number): Promise<Typeset> {
    if (items.length === 0) return NOTHING;
    if (isLittleCode(items)) return typesetHere(items);
    if (authorId === undefined) return this.#typesetElsewhere(items);
    const waiting = this.#waiting.get(authorId) ?? 0;
    if (waiting >= limits.typesettingWaitingOfEach) throw rateLimited(TRY_AGAIN_SECONDS);
    this.#waiting.set(authorId, waiting + 1);
    try {
      return await this.#typesetElsewhere(items);
    } finally {
      const left = (this.#waiting.get(authorId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(authorId, left);
      else this.#waiting.delete(authorId);
    }
  }

  async #typesetElsewhere(items: readonly TypesetItem[]): Promise<Typeset> {
    try {
      return await this.#work.run('typeset', { items, milliseconds: limits.typesettingMilliseconds });
    } catch (error) {
      if (!(error instanceof WorkRefused)) throw error;
      if (error.isPassing) throw rateLimited(TRY_AGAIN_SECONDS);
      return AS_TYPED;
    }
  }
}
