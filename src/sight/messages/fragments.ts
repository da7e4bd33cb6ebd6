// The stable part of messages as prepared JSON: what every reader sees alike (`stableFields`). What is missing is
// read for all messages of a page at once, and of reactions, submessages and edits only where there are some.
//
// What makes a fragment stale is named in `touches.messages` by whoever changes it: content, place, reactions,
// submessages, edits. The edit history also depends on the organization's policy, with which all of them go.
// Everything that depends on the reader or changes without the message is left out: `page-json.ts`.

import type { Fragment } from '../../model/messages/fragment-cache.ts';
import { type HistoryPolicy, visibleEdits } from '../../model/messages/history.ts';
import type { MessageRow } from '../../model/messages/row.ts';
import type { Reader } from '../../storage/session.ts';
import {
  editsByMessage,
  messagesByIds,
  reactionsByMessage,
  submessagesByMessage,
} from '../../stores/messages/store.ts';
import type { Place } from '../asker.ts';
import { type MessageParts, type MessageShape, stableFields } from './wire.ts';

/** What stands beside messages in the database, as far as the policy lets people see it. */
async function partsOf(
  reader: Reader,
  policy: HistoryPolicy,
  rows: readonly MessageRow[],
): Promise<(id: number) => MessageParts> {
  const idsWith = (column: 'has_reaction' | 'has_submessage' | 'has_edits') =>
    rows.filter((row) => row[column] === 1).map((row) => row.id);
  const [reactions, submessages, edits] = await Promise.all([
    reactionsByMessage(reader, idsWith('has_reaction')),
    submessagesByMessage(reader, idsWith('has_submessage')),
    editsByMessage(reader, policy === 'none' ? [] : idsWith('has_edits')),
  ]);
  return (id) => ({
    reactions: reactions.get(id) ?? [],
    submessages: submessages.get(id) ?? [],
    edits: visibleEdits(edits.get(id) ?? [], policy),
  });
}

function bytesOf(
  row: MessageRow,
  parts: MessageParts,
  applyMarkdown: boolean,
  emptyTopicName: boolean,
): Buffer {
  return Buffer.from(JSON.stringify(stableFields(row, parts, applyMarkdown, emptyTopicName)).slice(1, -1));
}

function fragmentOf(row: MessageRow, parts: MessageParts, applyMarkdown: boolean): Fragment {
  const withEmptyTopic = bytesOf(row, parts, applyMarkdown, true);
  const isSame = parts.edits.every((edit) => edit.prev_topic !== '' && edit.topic !== '');
  return {
    withEmptyTopic,
    withNamedTopic: isSame ? withEmptyTopic : bytesOf(row, parts, applyMarkdown, false),
  };
}

/** The stable parts of messages as JSON without braces, by id; messages that are gone are missing. */
export async function stableFragments(
  { reader, state }: Place,
  ids: readonly number[],
  shape: MessageShape,
): Promise<Map<number, Buffer>> {
  const { applyMarkdown } = shape;
  const cache = state.fragments;
  const readAt = cache.stamp;
  const result = new Map<number, Buffer>();
  const missing: number[] = [];
  const add = (id: number, fragment: Fragment) =>
    result.set(id, shape.emptyTopicName ? fragment.withEmptyTopic : fragment.withNamedTopic);
  for (const id of ids) {
    const present = cache.get(id, applyMarkdown);
    if (present) add(id, present);
    else missing.push(id);
  }
  if (missing.length === 0) return result;
  const rows = await messagesByIds(reader, missing);
  const policy = state.organization.settings.message_edit_history_visibility_policy;
  const parts = await partsOf(reader, policy, rows);
  for (const row of rows) {
    const fragment = fragmentOf(row, parts(row.id), applyMarkdown);
    cache.keep(row.id, applyMarkdown, fragment, readAt);
    add(row.id, fragment);
  }
  return result;
}
