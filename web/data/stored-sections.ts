// The large sections of the cached state, each in a record of its own, so that only those that have changed are written
// again: storing fifty thousand people takes a tenth of a second. A section is an object that is replaced when it changes.
// A very long list is in several records: a browser decodes each in a task of its own.

import type { State } from '../../client/state/state.ts';
import { isRecord } from '../lib/stored-values.ts';

const SECTIONS = [
  'realm_users',
  'realm_non_active_users',
  'realm_user_groups',
  'streams',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'presences',
  'user_topics',
  'unread_msgs',
] as const satisfies readonly (keyof State)[];

type Section = (typeof SECTIONS)[number];

/** How many entries of a list are in one record. */
export const ENTRIES_OF_RECORD = 4000;

/** The name of a section's record, or of a further part of it. */
const recordOf = (section: Section, part = 0) => `state/${section}${part === 0 ? '' : ` ${part}`}`;

/** The names of the records, in the order in which `StoredSections.read` expects their values. */
export const sectionRecords: readonly string[] = SECTIONS.map((section) => recordOf(section));

interface SectionRecord {
  /** The state's record names the version that belongs to it, as another tab may have written since. */
  readonly version: string;
  /** The section, or this part of it. */
  readonly value: unknown;
  /** How many records the section is in, if it is in several. */
  readonly parts?: number | undefined;
}

function isSectionRecord(value: unknown): value is SectionRecord {
  if (!isRecord(value) || typeof value.version !== 'string') return false;
  return value.parts === undefined || (Number.isSafeInteger(value.parts) && Number(value.parts) > 0);
}

/** The records of a section by their names. */
function recordsOf(section: Section, { version, value }: SectionRecord): Record<string, SectionRecord> {
  const parts = Array.isArray(value) ? Math.ceil(value.length / ENTRIES_OF_RECORD) : 1;
  if (!Array.isArray(value) || parts <= 1) return { [recordOf(section)]: { version, value } };
  const slice = (part: number) => value.slice(part * ENTRIES_OF_RECORD, (part + 1) * ENTRIES_OF_RECORD);
  return Object.fromEntries(
    Array.from({ length: parts }, (_, part) => [
      recordOf(section, part),
      { version, value: slice(part), parts },
    ]),
  );
}

/** The names of the records of further parts of sections, from the records of their first parts. */
export function furtherRecords(records: readonly unknown[]): string[] {
  return SECTIONS.flatMap((section, index) => {
    const record = records[index];
    const parts = isSectionRecord(record) ? (record.parts ?? 1) : 1;
    return Array.from({ length: parts - 1 }, (_, part) => recordOf(section, part + 1));
  });
}

/** A section from its records; undefined if a part is missing or of another version. */
function wholeSection(first: SectionRecord, further: readonly unknown[]): SectionRecord | undefined {
  if (further.length === 0) return first;
  const { version } = first;
  const lists = [first, ...further].map((part) =>
    isSectionRecord(part) && part.version === version && Array.isArray(part.value) ? part.value : undefined,
  );
  return lists.every((list) => list !== undefined) ? { version, value: lists.flat() } : undefined;
}

interface SplitState {
  /** The state without its large sections. */
  readonly rest: State;
  /** The version of each section, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** The records of sections that have changed since they were last read or written. */
  readonly changed: Readonly<Record<string, SectionRecord>>;
}

export class StoredSections {
  /** Distinguishes the versions of this page from those of others. */
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join('-');
  #versions = 0;
  /** What was read or written last. */
  readonly #stored = new Map<Section, SectionRecord>();

  /**
   * The sections of a state from their records and those that `furtherRecords` names; undefined if one is missing or of
   * another version.
   */
  read(
    versions: Readonly<Record<string, unknown>>,
    records: readonly unknown[],
    further: readonly unknown[],
  ): Partial<State> | undefined {
    const sections: Partial<Record<Section, unknown>> = {};
    let furtherRead = 0;
    for (const [index, section] of SECTIONS.entries()) {
      const first = records[index];
      const isStored = isSectionRecord(first);
      const from = furtherRead;
      if (isStored) furtherRead += (first.parts ?? 1) - 1;
      if (versions[section] === undefined) continue;
      if (!isStored || first.version !== versions[section]) return undefined;
      const record = wholeSection(first, further.slice(from, furtherRead));
      if (!record) return undefined;
      sections[section] = record.value;
      this.#stored.set(section, record);
    }
    return sections as Partial<State>;
  }

  /** What was written last could not be stored: everything is written again. */
  forget(): void {
    this.#stored.clear();
  }

  /** Splits a state into what is written in any case, and its sections. The result counts as written. */
  split(state: State): SplitState {
    const rest: State = { ...state };
    const versions: Record<string, string> = {};
    const changed: Record<string, SectionRecord> = {};
    for (const section of SECTIONS) {
      const value = state[section];
      if (value === undefined) continue;
      delete rest[section];
      let record = this.#stored.get(section);
      if (record?.value !== value) {
        this.#versions += 1;
        record = { version: `${this.#page} ${this.#versions}`, value };
        this.#stored.set(section, record);
        Object.assign(changed, recordsOf(section, record));
      }
      versions[section] = record.version;
    }
    return { rest, versions, changed };
  }
}
