// The GIFs that a picker shows: pages of one search, loaded one after the other. An answer to an earlier search is
// dropped.

import { Latest } from './latest.ts';

export interface GifPage<G> {
  readonly gifs: readonly G[];
  readonly has_more: boolean;
}

export interface GifResultsState<G> {
  readonly gifs: readonly G[];
  readonly isLoading: boolean;
  /** Whether there is a further page. */
  readonly hasMore: boolean;
  /** Why the last page could not be loaded. */
  readonly error: unknown;
}

export class GifResults<G> {
  readonly #find: (query: string, page: number) => Promise<GifPage<G>>;
  readonly #onChange: (state: GifResultsState<G>) => void;
  readonly #searches = new Latest();
  #query = '';
  #page = 0;
  #state: GifResultsState<G> = { gifs: [], isLoading: true, hasMore: true, error: undefined };

  constructor(
    find: (query: string, page: number) => Promise<GifPage<G>>,
    onChange: (state: GifResultsState<G>) => void,
  ) {
    this.#find = find;
    this.#onChange = onChange;
  }

  /** Starts a search; an empty query is for what is trending. */
  async search(query: string): Promise<void> {
    this.#query = query;
    this.#page = 0;
    this.#show({ gifs: [], isLoading: true, hasMore: true, error: undefined });
    await this.#load();
  }

  /** Loads the next page, unless one has failed: that is only tried again by `retry`, and not at every scroll. */
  async more(): Promise<void> {
    if (this.#state.error === undefined) await this.#next();
  }

  /** Loads the page that failed again. */
  async retry(): Promise<void> {
    await this.#next();
  }

  async #next(): Promise<void> {
    if (this.#state.isLoading || !this.#state.hasMore) return;
    this.#show({ ...this.#state, isLoading: true, error: undefined });
    await this.#load();
  }

  async #load(): Promise<void> {
    const isLast = this.#searches.begin();
    try {
      const { gifs, has_more: hasMore } = await this.#find(this.#query, this.#page + 1);
      if (!isLast()) return;
      this.#page++;
      const all = [...this.#state.gifs, ...gifs];
      this.#show({ gifs: all, isLoading: false, hasMore, error: undefined });
    } catch (error) {
      if (isLast()) this.#show({ ...this.#state, isLoading: false, error });
    }
  }

  #show(state: GifResultsState<G>): void {
    this.#state = state;
    this.#onChange(state);
  }
}
