// What lists of conversations show, and how they are grouped and ordered. Stored in the browser and not on the server, since it
// depends on what a person does on this device at the moment.

import { Emitter } from '../lib/emitter.ts';

export const inboxFilters = ['all', 'mentioned', 'direct', 'followed', 'later'] as const;
export type InboxFilter = (typeof inboxFilters)[number];
export const inboxGroupings = ['reason', 'channel', 'time'] as const;
export type InboxGrouping = (typeof inboxGroupings)[number];
export const recentFilters = ['all', 'unread', 'tookPart', 'direct', 'followed'] as const;
export type RecentFilter = (typeof recentFilters)[number];
export const recentOrders = ['newest', 'unread', 'name', 'channel'] as const;
export type RecentOrder = (typeof recentOrders)[number];

function storedSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** A choice of one value that this browser stores. */
export class StoredChoice<T extends string> {
  readonly #name: string;
  readonly #notices = new Emitter<'value'>();
  #value: T;

  /** @param values the first one is the default */
  constructor(name: string, values: readonly [T, ...T[]]) {
    this.#name = name;
    this.#value = values.find((value) => value === storedSetting(name)) ?? values[0];
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#name, value);
    } catch {
      // The choice lasts while the page is open.
    }
    this.#notices.emit('value');
  }

  readonly listen = (listener: () => void): (() => void) => this.#notices.listen('value', listener);
}

export const inboxFilter = new StoredChoice<InboxFilter>('inbox filter', inboxFilters);
export const inboxGrouping = new StoredChoice<InboxGrouping>('inbox grouping', inboxGroupings);
export const recentOrder = new StoredChoice<RecentOrder>('recent order', recentOrders);
