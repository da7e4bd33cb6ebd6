// The large sections of the cached state, each in a record of its own, so that only those that have changed are written
// again: storing fifty thousand people takes a tenth of a second. A section is an object that is replaced when it changes.

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

const recordOf = (section: Section) => `state/${section}`;

/** The names of the records, in the order in which `StoredSections.read` expects their values. */
export const sectionRecords: readonly string[] = SECTIONS.map(recordOf);

interface SectionRecord {
  /** The state's record names the version that belongs to it, as another tab may have written since. */
  readonly version: string;
  readonly value: unknown;
}

function isSectionRecord(value: unknown): value is SectionRecord {
  return isRecord(value) && typeof value.version === 'string';
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

  /** The sections of a state from their records; undefined if one is missing or of another version. */
  read(versions: Readonly<Record<string, unknown>>, records: readonly unknown[]): Partial<State> | undefined {
    const sections: Partial<Record<Section, unknown>> = {};
    for (const [index, section] of SECTIONS.entries()) {
      if (versions[section] === undefined) continue;
      const record = records[index];
      if (!isSectionRecord(record) || record.version !== versions[section]) return undefined;
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
        changed[recordOf(section)] = record;
      }
      versions[section] = record.version;
    }
    return { rest, versions, changed };
  }
}
