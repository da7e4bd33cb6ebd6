// A view converts a log entry to what one queue receives: a pure function of the two. Most types look the
// same to everyone; the others have a view in this folder.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Viewer } from '../viewer.ts';

/** The wire fields without `type` and `id`. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A queue's view of an entry: nothing; one event, as its fields or as prepared JSON (without braces, `type`
 * and `id`); or several events, whose ids then directly precede the entry's log position.
 */
export type ViewResult = undefined | Fields | PreparedFields | readonly Fields[];

/** Fields as JSON, e.g. `"message":{…},"flags":[]`. */
export class PreparedFields {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** Converts an entry for a queue's client. Synchronous: what it needs from the database is read before. */
export type View = (entry: LogEntry, viewer: Viewer) => ViewResult;
