// Pages of audit log entries that match a filter, newest first. The filter may change while requests run;
// only the last request counts.

import { Latest } from '../../lib/latest.ts';
import type { AuditKind, Entry } from './acts.ts';

const PAGE = 50;

export interface Filter {
  readonly kind?: AuditKind;
  readonly acting_user_id?: number;
  readonly affected_user_id?: number;
}

/** The query sent to the server. */
export type AuditQuery = Filter & { readonly limit: number; readonly before?: number };

export interface ShownEntries {
  /** Undefined until the first answer. */
  readonly entries?: readonly Entry[] | undefined;
  /** Whether there may be older entries. */
  readonly hasOlder: boolean;
  readonly isBusy: boolean;
}

/** The state before the first request. */
export const initialEntries: ShownEntries = { hasOlder: false, isBusy: true };

export class EntryPages {
  readonly #attempts = new Latest();
  readonly #loadPage: (query: AuditQuery) => Promise<readonly Entry[] | undefined>;
  readonly #onChange: (entries: ShownEntries) => void;
  #filter: Filter = {};
  #entries = initialEntries;

  /** `loadPage` returns undefined if the server refused, which has been reported by then. */
  constructor(
    loadPage: (query: AuditQuery) => Promise<readonly Entry[] | undefined>,
    onChange: (entries: ShownEntries) => void,
  ) {
    this.#loadPage = loadPage;
    this.#onChange = onChange;
  }

  /** Loads the newest page and replaces everything loaded before. */
  async begin(filter: Filter): Promise<void> {
    this.#filter = filter;
    this.#show(initialEntries);
    await this.#load([]);
  }

  /** Loads the next older page, unless a request is running. */
  async older(): Promise<void> {
    if (this.#entries.isBusy) return;
    this.#show({ ...this.#entries, isBusy: true });
    await this.#load(this.#entries.entries ?? []);
  }

  /** Ignores the answer of a running request; to be called on unmount. */
  end(): void {
    this.#attempts.begin();
  }

  async #load(above: readonly Entry[]): Promise<void> {
    const isLast = this.#attempts.begin();
    const oldest = above.at(-1);
    const page = await this.#loadPage({ ...this.#filter, limit: PAGE, ...(oldest && { before: oldest.id }) });
    if (!isLast()) return;
    if (page) this.#show({ entries: [...above, ...page], hasOlder: page.length === PAGE, isBusy: false });
    else this.#show({ ...this.#entries, isBusy: false });
  }

  #show(entries: ShownEntries): void {
    this.#entries = entries;
    this.#onChange(entries);
  }
}
