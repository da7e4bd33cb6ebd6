// The messages that were read last, kept in the browser, so that they can be read where nothing answers. What is shown of
// them is asked for anew as soon as the server is there: nobody knows what was missed.

import { ParleyError } from '../../client/parley-error.ts';
import type { Message } from '../messages/message.ts';
import type { FetchPage, MessageList, Page, PageRequest } from '../messages/message-list.ts';
import type { MessageLists } from '../messages/message-lists.ts';
import { type Narrow, narrowKey } from '../messages/narrow.ts';
import type { Ranges } from '../messages/ranges.ts';
import { readRecord, readRecords, removeRecord, writeRecord } from './database.ts';

const MOST_NARROWS = 60;
const MOST_MESSAGES = 100;
/** Of the narrows that were looked at last, which are written each time. */
const MOST_WRITTEN = 20;
const EVERY_MILLISECONDS = 5000;

interface Kept {
  readonly name: string;
  /** When it was written, by this computer's clock. */
  readonly at: number;
  readonly messages: readonly Message[];
  readonly foundOldest: boolean;
}

/** Whether a page is asked for to show a narrow, not to go on in one. */
function opens({ before, after }: PageRequest): boolean {
  return before > 0 && after > 0;
}

function pageOf({ messages, foundOldest }: Kept): Page {
  const unread = messages.find(({ flags }) => !flags.includes('read'));
  return { messages, foundOldest, foundNewest: true, anchor: unread?.id ?? messages.at(-1)?.id ?? 0 };
}

export class KeptMessages {
  readonly #prefix: string;
  readonly #written = new Map<string, Ranges>();
  #isShown = false;
  #isTidy = false;

  constructor(ownId: number) {
    this.#prefix = `messages/${ownId}/`;
  }

  /** Asks the server, and where nothing answers, what is kept. */
  pages(fetch: FetchPage): FetchPage {
    return async (narrow, request) => {
      try {
        return await fetch(narrow, request);
      } catch (error) {
        const isUnreachable = error instanceof ParleyError && error.status === 0;
        const kept = isUnreachable && opens(request) ? await this.#read(narrow) : undefined;
        if (!kept) throw error;
        this.#isShown = true;
        return pageOf(kept);
      }
    };
  }

  /** Whether something that was kept is shown; from now on it counts as asked for anew. */
  takeShown(): boolean {
    const isShown = this.#isShown;
    this.#isShown = false;
    return isShown;
  }

  /** Keeps what was looked at last, as long as the signal is not aborted. */
  keep(lists: MessageLists, signal: AbortSignal): void {
    const write = () => void this.#write(lists);
    const timer = setInterval(write, EVERY_MILLISECONDS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    document.addEventListener('visibilitychange', write, { signal });
    addEventListener('pagehide', write, { signal });
  }

  async #read(narrow: Narrow): Promise<Kept | undefined> {
    return (await readRecord(this.#prefix + narrowKey(narrow))) as Kept | undefined;
  }

  async #write(lists: MessageLists): Promise<void> {
    const changed = lists.recent.slice(0, MOST_WRITTEN).flatMap((list) => this.#record(list, lists) ?? []);
    if (changed.length === 0) return;
    await Promise.all(changed.map((kept) => writeRecord(kept.name, kept)));
    if (this.#isTidy) return;
    this.#isTidy = true;
    const all = (await readRecords(this.#prefix)) as Kept[];
    const old = all.sort((a, b) => b.at - a.at).slice(MOST_NARROWS);
    await Promise.all(old.map(({ name }) => removeRecord(name)));
  }

  /** What is to be written of a narrow; undefined where nothing changed. */
  #record({ narrow, ranges }: MessageList, { store }: MessageLists): Kept | undefined {
    const name = this.#prefix + narrowKey(narrow);
    const range = ranges.newest ?? ranges.all.at(-1);
    if (!range || range.ids.length === 0 || this.#written.get(name) === ranges) return undefined;
    this.#written.set(name, ranges);
    const messages = range.ids.slice(-MOST_MESSAGES).flatMap((id) => store.get(id) ?? []);
    const foundOldest = range.reachesOldest && range.ids.length <= MOST_MESSAGES;
    return { name, at: Date.now(), messages, foundOldest };
  }
}
