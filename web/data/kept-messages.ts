// The messages that were read last, kept in the browser, so that they can be read where nothing answers. What is shown of
// them is asked for anew as soon as the server is there: nobody knows what was missed. A narrow in which something was
// edited, moved or deleted, or that may not be read any more, is not kept any longer; one that is in memory is written anew.

import { ParleyError } from '../../client/parley-error.ts';
import { lostChannels } from '../store/lost-channels.ts';
import { type Message, updateOf } from '../store/message.ts';
import type { FetchPage, MessageList, Page, PageRequest } from '../store/message-list.ts';
import type { MessageLists } from '../store/message-lists.ts';
import { type Narrow, narrowKey } from '../store/narrow.ts';
import type { Organization } from './organization.ts';

const MOST_NARROWS = 60;
const MOST_MESSAGES = 100;
/** Of the narrows that were looked at last, which are written each time. */
const MOST_WRITTEN = 20;

/** What the browser keeps, by names; false where it keeps nothing. */
export interface Records {
  readonly read: (name: string) => Promise<unknown>;
  /** Those whose names begin so. */
  readonly readAll: (prefix: string) => Promise<unknown[]>;
  readonly write: (name: string, value: unknown) => Promise<boolean>;
  readonly remove: (name: string) => Promise<boolean>;
}

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
  const anchor = unread?.id ?? messages.at(-1)?.id ?? 0;
  return { messages, foundOldest, foundNewest: true, anchor, isKept: true };
}

interface Content {
  readonly ids: ReadonlySet<number>;
  readonly channels: ReadonlySet<number>;
}

function contentOf({ messages }: Kept): Content {
  return {
    ids: new Set(messages.map(({ id }) => id)),
    channels: new Set(messages.flatMap(({ stream_id }) => stream_id ?? [])),
  };
}

function isSame(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}

export class KeptMessages {
  readonly #prefix: string;
  readonly #records: Records;
  /** What was written last, by its name. */
  readonly #written = new Map<string, readonly Message[]>();
  /** Which messages and channels are in what is kept; undefined until somebody has to know. */
  #index: Map<string, Content> | undefined;
  /** What is to go when it is written next. */
  readonly #changed = new Set<number>();
  readonly #lost = new Set<number>();
  #isAllGone = false;
  /** Writing is done in turn. */
  #turn: Promise<void> = Promise.resolve();
  #isShown = false;
  /** How many narrows were written for the first time since old ones were removed; at first others may lie there. */
  #added = MOST_NARROWS;

  constructor(ownId: number, records: Records) {
    this.#prefix = `messages/${ownId}/`;
    this.#records = records;
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

  /** Notes what the server tells of what is kept. */
  listen(organization: Organization): void {
    const changed = (ids: readonly number[]) => {
      for (const id of ids) this.#changed.add(id);
    };
    const lost = (event: Parameters<typeof lostChannels>[1]) => {
      for (const id of lostChannels(organization.state, event)) this.#lost.add(id);
    };
    organization.on('update_message', (event) => changed(updateOf(event).message_ids));
    organization.on('delete_message', (event) => changed(event.message_ids ?? []));
    organization.on('stream', lost);
    organization.on('subscription', lost);
  }

  /** Writes what was looked at last, as far as it changed. */
  write(lists: MessageLists): Promise<void> {
    this.#turn = this.#turn.then(() => this.#write(lists));
    return this.#turn;
  }

  /** Nothing that was kept until now is to be shown any more. */
  forgetAll(): void {
    this.#isAllGone = true;
  }

  async #read(narrow: Narrow): Promise<Kept | undefined> {
    return (await this.#records.read(this.#prefix + narrowKey(narrow))) as Kept | undefined;
  }

  async #write(lists: MessageLists): Promise<void> {
    await this.#forgetChanged();
    const changed = lists.recent.slice(0, MOST_WRITTEN).flatMap((list) => this.#record(list, lists) ?? []);
    if (changed.length === 0) return;
    await Promise.all(changed.map((kept) => this.#records.write(kept.name, kept)));
    for (const kept of changed) this.#index?.set(kept.name, contentOf(kept));
    if (this.#added < MOST_NARROWS) return;
    this.#added = 0;
    const all = (await this.#records.readAll(this.#prefix)) as Kept[];
    const old = all.sort((a, b) => b.at - a.at).slice(MOST_NARROWS);
    await this.#remove(old.map(({ name }) => name));
  }

  /** Removes what holds something that changed since. */
  async #forgetChanged(): Promise<void> {
    const [ids, channels, isAll] = [[...this.#changed], [...this.#lost], this.#isAllGone];
    if (ids.length === 0 && channels.length === 0 && !isAll) return;
    this.#changed.clear();
    this.#lost.clear();
    this.#isAllGone = false;
    const index = await this.#content();
    const old = [...index].filter(
      ([, one]) => isAll || ids.some((id) => one.ids.has(id)) || channels.some((id) => one.channels.has(id)),
    );
    await this.#remove(old.map(([name]) => name));
  }

  async #content(): Promise<Map<string, Content>> {
    if (!this.#index) {
      const all = (await this.#records.readAll(this.#prefix)) as Kept[];
      this.#index = new Map(all.map((kept) => [kept.name, contentOf(kept)]));
    }
    return this.#index;
  }

  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#index?.delete(name);
      this.#written.delete(name);
    }
    await Promise.all(names.map((name) => this.#records.remove(name)));
  }

  /** What is to be written of a narrow; undefined where nothing changed. */
  #record({ narrow, ranges, words }: MessageList, { store }: MessageLists): Kept | undefined {
    const name = this.#prefix + narrowKey(narrow);
    const range = ranges.newest ?? ranges.all.at(-1);
    if (!range || range.ids.length === 0) return undefined;
    const messages = range.ids.slice(-MOST_MESSAGES).flatMap((id) => store.get(id) ?? []);
    if (isSame(messages, this.#written.get(name) ?? [])) return undefined;
    if (!this.#written.has(name)) this.#added += 1;
    this.#written.set(name, messages);
    const foundOldest = range.reachesOldest && range.ids.length <= MOST_MESSAGES;
    return { name, at: Date.now(), messages: messages.map((one) => words.marked(one)), foundOldest };
  }
}
