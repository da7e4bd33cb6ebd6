// Events about message flags: only for the account itself, with the exact ids that changed, in entries of
// bounded size.

import type { NewEvent } from '../../api-contract/event.ts';
import { newPersonalEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { flagsEventType, type UnreadDetail } from '../../model/messages/message-event-schema.ts';
import type { FlagChange } from '../../model/messages/message-flags.ts';
import type { Writer } from '../../storage/reader-writer.ts';

function flagEvent(accountId: number, payload: PayloadOf<typeof flagsEventType>): NewEvent {
  return newPersonalEvent(flagsEventType, accountId, payload);
}

/** Emits that messages gained or lost a flag. */
export function emitFlagChange(
  writer: Writer,
  accountId: number,
  { op, flag, ids }: FlagChange & { readonly ids: readonly number[] },
): void {
  for (let start = 0; start < ids.length; start += limits.flagEventIds) {
    const messages = ids.slice(start, start + limits.flagEventIds);
    writer.emit(flagEvent(accountId, { op, operation: op, flag, messages, all: false }));
  }
}

/** Emits that messages became unread. */
export function emitUnread(
  writer: Writer,
  accountId: number,
  details: ReadonlyMap<number, UnreadDetail>,
): void {
  const entries = [...details];
  for (let start = 0; start < entries.length; start += limits.flagEventIds) {
    const part = entries.slice(start, start + limits.flagEventIds);
    writer.emit(
      flagEvent(accountId, {
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: part.map(([id]) => id),
        all: false,
        message_details: Object.fromEntries(part),
      }),
    );
  }
}

/** Emits that everything is read. */
export function emitAllRead(writer: Writer, accountId: number): void {
  writer.emit({
    ...flagEvent(accountId, { op: 'add', operation: 'add', flag: 'read', messages: [], all: true }),
    touches: { accounts: [accountId] },
  });
}
