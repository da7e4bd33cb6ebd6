// The entries of the audit log that a filter lets through, page by page, the newest first. Filters change while answers are
// on their way: of what was asked for, only the last counts.

import { Latest } from '../../lib/latest.ts';
import type { AuditKind, Entry } from './acts.ts';

const PAGE = 50;

export interface Filter {
  readonly kind?: AuditKind;
  readonly acting_user_id?: number;
  readonly affected_user_id?: number;
}

/** What is asked of the server. */
export type Asked = Filter & { readonly limit: number; readonly before?: number };

export interface Shown {
  /** Undefined until there is an answer. */
  readonly entries?: readonly Entry[] | undefined;
  /** Whether there may be older ones. */
  readonly hasOlder: boolean;
  readonly isBusy: boolean;
}

/** What is shown before anything was asked for. */
export const nothingYet: Shown = { hasOlder: false, isBusy: true };

export class EntryPages {
  readonly #asked = new Latest();
  readonly #ask: (asked: Asked) => Promise<readonly Entry[] | undefined>;
  readonly #onChange: (shown: Shown) => void;
  #filter: Filter = {};
  #shown = nothingYet;

  /** `ask` gives undefined where the server refused, which has been said then. */
  constructor(
    ask: (asked: Asked) => Promise<readonly Entry[] | undefined>,
    onChange: (shown: Shown) => void,
  ) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** From the newest on, in place of all that is there. */
  async begin(filter: Filter): Promise<void> {
    this.#filter = filter;
    this.#show(nothingYet);
    await this.#load([]);
  }

  /** The next page, below what is there. While one is on its way no other is asked for. */
  async older(): Promise<void> {
    if (this.#shown.isBusy) return;
    this.#show({ ...this.#shown, isBusy: true });
    await this.#load(this.#shown.entries ?? []);
  }

  /** Nobody looks any more. */
  end(): void {
    this.#asked.begin();
  }

  async #load(above: readonly Entry[]): Promise<void> {
    const isLast = this.#asked.begin();
    const oldest = above.at(-1);
    const page = await this.#ask({ ...this.#filter, limit: PAGE, ...(oldest && { before: oldest.id }) });
    if (!isLast()) return;
    if (page) this.#show({ entries: [...above, ...page], hasOlder: page.length === PAGE, isBusy: false });
    else this.#show({ ...this.#shown, isBusy: false });
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#onChange(shown);
  }
}
