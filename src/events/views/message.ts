// The `message` event as each queue sees it: content in the form it asked for, names and pictures as its person
// may see them, the flags of that person. The part that is the same for all is serialized once per form.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import { FlagBit, flagList } from '../../model/messages/flags.ts';
import { isReadFromStart, type MessageEventExtra } from '../../model/messages/message-events.ts';
import { maySeeAccount } from '../../model/people/visibility.ts';
import { covers } from '../../model/subscriptions/periods.ts';
import { compiledLinkifiersInMemory } from '../../queries/markdown-settings.ts';
import { contentOf, noParts, placeFields, senderFields, stableFields } from '../../queries/messages/wire.ts';
import type { Viewer } from '../viewer.ts';
import { PreparedFields, type View } from './event-view.ts';

/** The stable part's JSON without its braces, by content form; and the reader's part by shape. */
const stable = new WeakMap<LogEntry, { html?: string; markdown?: string }>();
const dressed = new WeakMap<LogEntry, Map<string, string>>();

function stableJson(entry: LogEntry, extra: MessageEventExtra, applyMarkdown: boolean): string {
  let forms = stable.get(entry);
  if (!forms) {
    forms = {};
    stable.set(entry, forms);
  }
  const form = applyMarkdown ? 'html' : 'markdown';
  forms[form] ??= JSON.stringify(
    stableFields(
      extra.row,
      contentOf(extra.row, applyMarkdown),
      { ...noParts, submessages: extra.submessages },
      false,
    ),
  ).slice(1, -1);
  return forms[form];
}

function messageJson(entry: LogEntry, extra: MessageEventExtra, viewer: Viewer): string {
  const { applyMarkdown, clientGravatar, capabilities } = viewer.options;
  const sender = viewer.state.account(extra.row.sender_id);
  const isVisible = sender !== undefined && maySeeAccount(viewer.state, viewer.account, sender);
  const key = `${applyMarkdown}${clientGravatar}${capabilities.empty_topic_name}${isVisible}`;
  let shapes = dressed.get(entry);
  if (!shapes) {
    shapes = new Map();
    dressed.set(entry, shapes);
  }
  const present = shapes.get(key);
  if (present) return present;
  const shape = { applyMarkdown, clientGravatar, emptyTopicName: capabilities.empty_topic_name };
  const place = { channel_id: extra.row.channel_id, topic_name: extra.topic, direct_key: extra.directKey };
  const rest = JSON.stringify({
    ...senderFields(sender, viewer.state, shape, isVisible),
    ...placeFields(place, viewer.state, shape, compiledLinkifiersInMemory(viewer.state)),
  });
  const made = `{${stableJson(entry, extra, applyMarkdown)},${rest.slice(1)}`;
  shapes.set(key, made);
  return made;
}

/** The flags that a new message has for a person. */
function flagsFor(extra: MessageEventExtra, accountId: number, isReceived: boolean): string[] {
  return flagList({
    bits:
      (extra.mentionedIds.includes(accountId) ? FlagBit.mentioned : 0) |
      (extra.alertedIds.includes(accountId) ? FlagBit.has_alert_word : 0),
    isRead: !isReceived || isReadFromStart(extra, accountId),
    isHistorical: !isReceived,
    isMentionedInGroup: false,
    channelWildcard: isReceived && extra.row.mentions_channel === 1,
    topicWildcard: extra.topicMentionedIds.includes(accountId),
  });
}

export const messageView: View = (entry, viewer) => {
  const extra = extraOf<MessageEventExtra>(entry);
  if (!viewer.matchesNarrow(entry)) return undefined;
  const channelId = extra.row.channel_id;
  const isReceived = channelId === null || covers(viewer.subscriptions.get(channelId), entry.sequence);
  const flags = JSON.stringify(flagsFor(extra, viewer.account.id, isReceived));
  const isEcho = extra.localId !== null && extra.queueId === viewer.queueId;
  const echo = isEcho ? `,"local_message_id":${JSON.stringify(extra.localId)}` : '';
  return new PreparedFields(`"message":${messageJson(entry, extra, viewer)},"flags":${flags}${echo}`);
};
