// The edit history of a message as `GET /messages/{id}/history` returns it: the original message, then its
// state after each edit. It is reconstructed backwards from the current message.

import { limits } from '../../api-contract/limits.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { htmlDifference } from './html-difference.ts';
import type { MessageEditRow, MessageRow } from './message-row.ts';
import { displayTopic } from './topic.ts';

export type HistoryPolicy = 'all' | 'moves' | 'none';

interface Version {
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
}

/** The edits that a policy lets people see, reduced to the fields that it lets them see. */
export function visibleEdits(edits: readonly MessageEditRow[], policy: HistoryPolicy): MessageEditRow[] {
  if (policy === 'none') return [];
  if (policy === 'all') return [...edits];
  return edits
    .filter((edit) => edit.prev_topic !== null || edit.prev_channel_id !== null)
    .map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }));
}

/**
 * Snapshots, oldest first.
 * @param edits newest first. Differences are marked in the newest versions, up to
 * `historyDifferenceCharacters`; older versions are shown without marks.
 */
export async function editHistoryOf(
  message: MessageRow,
  topic: string,
  edits: readonly MessageEditRow[],
  knowsEmptyTopic: boolean,
): Promise<Record<string, unknown>[]> {
  const yielder = new Yielder();
  let markedCharacters = 0;
  const differenceOf = (before: string, after: string) => {
    const difference =
      markedCharacters > limits.historyDifferenceCharacters
        ? `<div>${after}</div>`
        : htmlDifference(before, after);
    markedCharacters += difference.length;
    return difference;
  };
  const shownTopic = (name: string) =>
    message.channel_id === null ? name : displayTopic(name, knowsEmptyTopic);
  let after: Version = { topic, content: message.content, rendered: message.rendered_content };
  const snapshots: Record<string, unknown>[] = [];
  for (const edit of edits) {
    const before: Version = {
      topic: edit.prev_topic ?? after.topic,
      content: edit.prev_content ?? after.content,
      rendered: edit.prev_rendered_content ?? after.rendered,
    };
    snapshots.push({
      ...snapshot(after, shownTopic, edit.edited_at, edit.editor_id),
      ...(edit.prev_topic !== null && { prev_topic: shownTopic(edit.prev_topic) }),
      ...(edit.prev_channel_id !== null && { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
      ...(edit.prev_content !== null && {
        prev_content: before.content,
        prev_rendered_content: before.rendered,
        content_html_diff: differenceOf(before.rendered, after.rendered),
      }),
    });
    after = before;
    await yielder.yieldIfDue();
  }
  snapshots.push(snapshot(after, shownTopic, message.sent_at, message.sender_id));
  return snapshots.reverse();
}

function snapshot(
  version: Version,
  shownTopic: (topic: string) => string,
  timestamp: number,
  userId: number,
): Record<string, unknown> {
  return {
    topic: shownTopic(version.topic),
    content: version.content,
    rendered_content: version.rendered,
    timestamp,
    user_id: userId,
  };
}
