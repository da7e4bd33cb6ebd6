// A view converts a log entry to what one queue receives: a pure function of the two. Most types look the
// same to everyone; the others have a view in this folder.

import type { LogEntry } from '../../api-contract/event.ts';
import type { EventDeclaration, PartialPayloadOf, PayloadOf } from '../../api-contract/event-declaration.ts';
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

/** An entry whose payload has these fields. */
type EntryWith<P> = LogEntry & { readonly payload: P };

/** A view of the entries of a declared type. */
export type ViewOf<D extends EventDeclaration> = (
  entry: EntryWith<PayloadOf<D>>,
  viewer: Viewer,
) => ViewResult;

/** A view of the entries of a declared type whose payloads may lack fields, which the view adds. */
export type CompletingViewOf<D extends EventDeclaration> = (
  entry: EntryWith<PartialPayloadOf<D>>,
  viewer: Viewer,
) => ViewResult;

/** The log contains only entries that `newEvent` made of a declaration, with its fields. */
function isOf<D extends EventDeclaration>(declaration: D, entry: LogEntry): entry is EntryWith<PayloadOf<D>> {
  return entry.type === declaration.type;
}

/** The same for `newPartialEvent`, after which any field may be missing. */
function isPartlyOf<D extends EventDeclaration>(
  declaration: D,
  entry: LogEntry,
): entry is EntryWith<PartialPayloadOf<D>> {
  return entry.type === declaration.type;
}

/** A type of event with its view, for the table of views. */
export function viewFor<D extends EventDeclaration>(
  declaration: D,
  view: ViewOf<D>,
): readonly [string, View] {
  return [declaration.type, (entry, viewer) => (isOf(declaration, entry) ? view(entry, viewer) : undefined)];
}

/** A type of event with a view that adds the missing fields of its payloads. */
export function completingViewFor<D extends EventDeclaration>(
  declaration: D,
  view: CompletingViewOf<D>,
): readonly [string, View] {
  return [
    declaration.type,
    (entry, viewer) => (isPartlyOf(declaration, entry) ? view(entry, viewer) : undefined),
  ];
}
