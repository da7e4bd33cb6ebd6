// Writes the message about a call: when it begins, when no one answers, and when it ends. The end is an edit without
// history, and no one gets an unread message by it.

import type { ComposedContent } from '../../model/messages/message-content.ts';
import {
  endedCallMessage,
  liveCallMessage,
  missedCallMessage,
  missedLiveCallMessage,
} from '../../model/native-calls/call-message.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { everInCall } from '../../stores/native-calls/participant-store.ts';
import { wasMissed } from '../../stores/native-calls/ring-store.ts';
import { replaceContent } from '../messages/replace-content.ts';
import { reindex } from '../search/reindex.ts';

/** Whether no one but the caller has ever been in a call to which people were called. */
async function isUnanswered(writer: Writer, call: CallRow): Promise<boolean> {
  return (
    call.channel_id === null && (await wasMissed(writer, call.id)) && (await everInCall(writer, call.id)) <= 1
  );
}

/** Lets the message say that the call was missed, if no one has answered. Returns whether it does. */
export async function writeMissed(writer: Writer, call: CallRow): Promise<boolean> {
  if (!(await isUnanswered(writer, call))) return false;
  await replaceText(writer, call, missedLiveCallMessage(call));
  return true;
}

/** Lets the message say how long the call took, or that it was missed. */
export async function writeEnd(writer: Writer, call: CallRow, endedAt: number): Promise<void> {
  const content = (await isUnanswered(writer, call))
    ? missedCallMessage()
    : endedCallMessage(call.kind, endedAt - call.started_at, await everInCall(writer, call.id));
  await replaceText(writer, call, content);
}

/** Does nothing if the message was deleted or edited. */
async function replaceText(writer: Writer, call: CallRow, content: ComposedContent): Promise<void> {
  const row = call.message_id === null ? undefined : await messageById(writer, call.message_id);
  const own = [liveCallMessage(call).source, missedLiveCallMessage(call).source];
  if (!row || !own.includes(row.content)) return;
  await replaceContent(writer, row, {
    content: content.source,
    rendered_content: content.rendered.html,
    has_link: content.rendered.hasLink ? 1 : 0,
  });
  await reindex(writer, [row.id]);
}
