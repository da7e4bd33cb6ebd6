// What entries of the log say must be read again of what is held in memory.

import type { LogEntry, Touches } from '../../api-contract/event.ts';

/** What some entries touch: all of a kind, or those with an id. */
export type Touched = { readonly [Kind in keyof Touches]?: 'all' | ReadonlySet<number> };

/** The touches of an entry after which all must be read again. */
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

/** What some entries touch together. */
export function touchedBy(entries: readonly LogEntry[]): Touched {
  const touched: { -readonly [Kind in keyof Touches]?: 'all' | Set<number> } = {};
  for (const { touches = {} } of entries) {
    for (const [name, value] of Object.entries(touches) as [keyof Touches, true | readonly number[]][]) {
      const present = touched[name] ?? new Set<number>();
      // No names of guests are none: they are listed as they are found to see others.
      const isAll = value === true || (value.length === 0 && name !== 'people');
      if (isAll || present === 'all') touched[name] = 'all';
      else {
        for (const id of value) present.add(id);
        touched[name] = present;
      }
    }
  }
  return touched;
}

/** The kinds that something says are touched. */
export function kindsIn<Kind extends keyof Touches>(touched: { readonly [K in Kind]?: unknown }): Kind[] {
  return Object.keys(touched) as Kind[];
}

/** Whether tables are read again after an entry; messages are only dropped, and read when they are next asked for. */
export function readsTables({ touches = {} }: LogEntry): boolean {
  const { messages, ...read } = touches;
  return Object.keys(read).length > 0;
}

/** The ids to read again; undefined: all. */
export function idsIn(touched: 'all' | ReadonlySet<number>): readonly number[] | undefined {
  return touched === 'all' ? undefined : [...touched];
}

/** The ids of what is held that are touched. */
export function among(
  held: { keys(): Iterable<number>; has(id: number): boolean },
  touched: 'all' | ReadonlySet<number> | undefined,
): number[] {
  if (!touched) return [];
  return touched === 'all' ? [...held.keys()] : [...touched].filter((id) => held.has(id));
}
