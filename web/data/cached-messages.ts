// Caches recently read messages in the browser, so that they can be read offline. Once the server is
// reachable, what is shown is fetched again, since missed changes are unknown. A narrow with a message that
// was edited, moved or deleted, or that may no longer be read, is removed from the cache; if it is in memory,
// it is written again.

import { ParleyError } from '../../client/parley-error.ts';
import { isRecord } from '../lib/stored-values.ts';
import { lostChannels } from '../store/lost-channels.ts';
import type { Message } from '../store/message.ts';
import type { FetchPage, MessageList, Page, PageRequest } from '../store/message-list.ts';
import type { MessageLists } from '../store/message-lists.ts';
import { type Narrow, narrowKey } from '../store/narrow.ts';
import { areMessages } from '../store/stored-messages.ts';
import type { Organization } from './organization.ts';

const MAX_NARROWS = 60;
const MAX_MESSAGES = 100;
/** The number of most recently viewed narrows that each write considers. */
const MAX_WRITTEN = 20;

/** The browser's storage, by name; `write` and `remove` return false if nothing can be stored. */
export interface RecordStore {
  readonly read: (name: string) => Promise<unknown>;
  /** Reads all records whose names start with the prefix. */
  readonly readAll: (prefix: string) => Promise<unknown[]>;
  readonly write: (name: string, value: unknown) => Promise<boolean>;
  readonly remove: (name: string) => Promise<boolean>;
}

interface CachedNarrow {
  readonly name: string;
  /** When it was written, by this computer's clock. */
  readonly at: number;
  readonly messages: readonly Message[];
  readonly foundOldest: boolean;
}

/** Whether a record is a cached narrow, as this version of the client writes it. */
export function isCachedNarrow(value: unknown): value is CachedNarrow {
  return isRecord(value) && typeof value.name === 'string' && areMessages(value.messages);
}

/** Whether a page opens a narrow, rather than extending one. */
function isFirstPage({ before, after }: PageRequest): boolean {
  return before > 0 && after > 0;
}

function pageOf({ messages, foundOldest }: CachedNarrow): Page {
  const unread = messages.find(({ flags }) => !flags.includes('read'));
  const anchor = unread?.id ?? messages.at(-1)?.id ?? 0;
  return { messages, foundOldest, foundNewest: true, anchor, isCached: true };
}

interface Content {
  readonly ids: ReadonlySet<number>;
  readonly channels: ReadonlySet<number>;
}

function contentOf({ messages }: CachedNarrow): Content {
  return {
    ids: new Set(messages.map(({ id }) => id)),
    channels: new Set(messages.flatMap(({ stream_id }) => stream_id ?? [])),
  };
}

function isSame(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}

export class CachedMessages {
  readonly #ownId: number;
  readonly #prefix: string;
  readonly #records: RecordStore;
  /** The messages written last, by record name. */
  readonly #lastWritten = new Map<string, readonly Message[]>();
  /** The messages and channels in the cache; undefined until first needed. */
  #index: Map<string, Content> | undefined;
  /** Messages whose records the next write removes. */
  readonly #changedIds = new Set<number>();
  readonly #lostChannels = new Set<number>();
  #isAllInvalid = false;
  /** Serializes writes. */
  #lastWrite: Promise<void> = Promise.resolve();
  #isCacheShown = false;
  /**
   * Narrows written for the first time since old ones were last removed. Starts at the maximum because older
   * records may exist.
   */
  #added = MAX_NARROWS;

  constructor(ownId: number, records: RecordStore) {
    this.#ownId = ownId;
    this.#prefix = `messages/${ownId}/`;
    this.#records = records;
  }

  /** Fetches from the server, and from the cache if it cannot be reached. */
  pages(fetch: FetchPage): FetchPage {
    return async (narrow, request) => {
      try {
        return await fetch(narrow, request);
      } catch (error) {
        const isUnreachable = error instanceof ParleyError && error.status === 0;
        const cached =
          isUnreachable && isFirstPage(request)
            ? ((await this.#read(narrow)) ?? (await this.#search(narrow)))
            : undefined;
        if (!cached) throw error;
        this.#isCacheShown = true;
        return pageOf(cached);
      }
    };
  }

  /** Whether cached messages are shown; resets it, because the caller fetches them again. */
  takeCacheShown(): boolean {
    const isShown = this.#isCacheShown;
    this.#isCacheShown = false;
    return isShown;
  }

  /** Watches for events that invalidate cached messages. */
  listen(organization: Organization): void {
    const onChanged = (ids: readonly number[]) => {
      for (const id of ids) this.#changedIds.add(id);
    };
    const onLost = (event: Parameters<typeof lostChannels>[1]) => {
      for (const id of lostChannels(organization.state, event)) this.#lostChannels.add(id);
    };
    organization.on('update_message', (event) => onChanged(event.message_ids));
    organization.on('delete_message', (event) => onChanged(event.message_ids ?? []));
    organization.on('stream', onLost);
    organization.on('subscription', onLost);
  }

  /** Writes the recently viewed narrows that changed. */
  write(lists: MessageLists): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(() => this.#write(lists));
    return this.#lastWrite;
  }

  /** Discards everything cached so far. */
  forgetAll(): void {
    this.#isAllInvalid = true;
  }

  async #read(narrow: Narrow): Promise<CachedNarrow | undefined> {
    const storedView = await this.#records.read(this.#prefix + narrowKey(narrow));
    return isCachedNarrow(storedView) ? storedView : undefined;
  }

  /**
   * The messages of all cached narrows that a search finds; undefined if it finds none, or if the narrow is not a
   * search.
   */
  async #search(narrow: Narrow): Promise<CachedNarrow | undefined> {
    if (!narrow.some(({ operator, isNegated }) => operator === 'search' && !isNegated)) return undefined;
    const { findCached } = await import('./find-cached.ts');
    const all = (await this.#records.readAll(this.#prefix)).filter(isCachedNarrow);
    const found = findCached(
      all.flatMap(({ messages }) => messages),
      narrow,
      this.#ownId,
    );
    if (found.length === 0) return undefined;
    return {
      name: '',
      at: 0,
      messages: found.slice(-MAX_MESSAGES),
      foundOldest: found.length <= MAX_MESSAGES,
    };
  }

  async #write(lists: MessageLists): Promise<void> {
    await this.#removeChanged();
    const changedRecords = lists.recent
      .slice(0, MAX_WRITTEN)
      .flatMap((list) => this.#record(list, lists) ?? []);
    if (changedRecords.length === 0) return;
    await Promise.all(changedRecords.map((record) => this.#records.write(record.name, record)));
    for (const record of changedRecords) this.#index?.set(record.name, contentOf(record));
    if (this.#added < MAX_NARROWS) return;
    this.#added = 0;
    const all = (await this.#records.readAll(this.#prefix)).filter(isCachedNarrow);
    const oldest = all.sort((a, b) => b.at - a.at).slice(MAX_NARROWS);
    await this.#remove(oldest.map(({ name }) => name));
  }

  /** Removes the records that contain something changed. */
  async #removeChanged(): Promise<void> {
    const [ids, channels, isAll] = [[...this.#changedIds], [...this.#lostChannels], this.#isAllInvalid];
    if (ids.length === 0 && channels.length === 0 && !isAll) return;
    this.#changedIds.clear();
    this.#lostChannels.clear();
    this.#isAllInvalid = false;
    const index = await this.#readIndex();
    const outdated = [...index].filter(
      ([, content]) =>
        isAll || ids.some((id) => content.ids.has(id)) || channels.some((id) => content.channels.has(id)),
    );
    await this.#remove(outdated.map(([name]) => name));
  }

  async #readIndex(): Promise<Map<string, Content>> {
    if (!this.#index) {
      const all = (await this.#records.readAll(this.#prefix)).filter(isCachedNarrow);
      this.#index = new Map(all.map((record) => [record.name, contentOf(record)]));
    }
    return this.#index;
  }

  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#index?.delete(name);
      this.#lastWritten.delete(name);
    }
    await Promise.all(names.map((name) => this.#records.remove(name)));
  }

  /** The record to write for a list; undefined if nothing changed. */
  #record({ narrow, ranges, highlights }: MessageList, { store }: MessageLists): CachedNarrow | undefined {
    const name = this.#prefix + narrowKey(narrow);
    const range = ranges.newest ?? ranges.all.at(-1);
    if (!range || range.ids.length === 0) return undefined;
    const messages = range.ids.slice(-MAX_MESSAGES).flatMap((id) => store.get(id) ?? []);
    if (isSame(messages, this.#lastWritten.get(name) ?? [])) return undefined;
    if (!this.#lastWritten.has(name)) this.#added += 1;
    this.#lastWritten.set(name, messages);
    const foundOldest = range.reachesOldest && range.ids.length <= MAX_MESSAGES;
    return {
      name,
      at: Date.now(),
      messages: messages.map((message) => highlights.withHighlights(message)),
      foundOldest,
    };
  }
}
