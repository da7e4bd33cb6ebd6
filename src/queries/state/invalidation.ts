// Determines which parts of the state in memory must be read again because of log entries.

import type { LogEntry, Touches } from '../../api-contract/event.ts';

/** The kinds of values that entries touch: all values of a kind, or those with certain ids. */
export type Touched = { readonly [Kind in keyof Touches]?: 'all' | ReadonlySet<number> };

/** The touches that reload everything. */
export const EVERYTHING: Required<Touches> = {
  organization: true,
  accounts: [],
  channels: [],
  people: [],
  groups: [],
  linkifiers: true,
  emoji: true,
  profileFields: true,
  alertWords: true,
  subscriptions: [],
  messages: [],
};

/** The touches of several entries combined. */
export function touchesOf(entries: readonly LogEntry[]): Touched {
  const touched: { -readonly [Kind in keyof Touches]?: 'all' | Set<number> } = {};
  for (const { touches = {} } of entries) {
    for (const [name, value] of Object.entries(touches) as [keyof Touches, true | readonly number[]][]) {
      const touchedIds = touched[name] ?? new Set<number>();
      // An empty list means all ids, except for `people`: those guests are listed, so an empty list means none.
      const isAll = value === true || (value.length === 0 && name !== 'people');
      if (isAll || touchedIds === 'all') touched[name] = 'all';
      else {
        for (const id of value) touchedIds.add(id);
        touched[name] = touchedIds;
      }
    }
  }
  return touched;
}

/** The kinds that are touched. */
export function kindsIn<Kind extends keyof Touches>(touched: { readonly [K in Kind]?: unknown }): Kind[] {
  return Object.keys(touched) as Kind[];
}

/** Whether an entry requires reading the database; messages are only dropped, and read on next use. */
export function requiresReading({ touches = {} }: LogEntry): boolean {
  const { messages, ...read } = touches;
  return Object.keys(read).length > 0;
}

/** The ids to read again; undefined: all. */
export function idsIn(touched: 'all' | ReadonlySet<number>): readonly number[] | undefined {
  return touched === 'all' ? undefined : [...touched];
}

/** The cached ids that are touched. */
export function among(
  cached: { keys(): Iterable<number>; has(id: number): boolean },
  touched: 'all' | ReadonlySet<number> | undefined,
): number[] {
  if (!touched) return [];
  return touched === 'all' ? [...cached.keys()] : [...touched].filter((id) => cached.has(id));
}
