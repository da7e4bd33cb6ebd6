// How an entry of the log looks to one queue: a pure function of the two. Most types look the same to everybody;
// those that do not have a view of their own in this folder.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Viewer } from '../viewer.ts';

/** The wire's fields beside `type` and `id`. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * What a queue sees of an entry: nothing; one event, as its fields or as prepared JSON (without the braces,
 * `type` and `id`); or several events, whose ids then lie directly below the entry's place.
 */
export type Seen = undefined | Fields | PreparedFields | readonly Fields[];

/** Fields that are JSON already, e.g. `"message":{…},"flags":[]`. */
export class PreparedFields {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** What a queue's client is shown of an entry. Must not wait: what it needs of the tables is prepared before. */
export type View = (entry: LogEntry, viewer: Viewer) => Seen;
