// The view of the `message` event: content in the queue's format, names and avatars as the account may see
// them, and the account's flags. The part that is the same for everyone is serialized once per format.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import type { messageEventType } from '../../model/messages/message-event-schema.ts';
import { isReadOnArrival, type MessageEventExtra } from '../../model/messages/message-events.ts';
import { FlagBit, flagList } from '../../model/messages/message-flags.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { coversPosition } from '../../model/subscriptions/subscription-periods.ts';
import { compiledLinkifiersInMemory } from '../../queries/markdown-settings.ts';
import {
  contentOf,
  conversationFields,
  noParts,
  senderFields,
  stableFields,
} from '../../queries/messages/wire.ts';
import type { Viewer } from '../viewer.ts';
import { type CompletingViewOf, PreparedFields } from './event-view.ts';

/**
 * Cached JSON: the stable part without its braces, by content format; and the whole message, by the viewer's
 * options.
 */
const stable = new WeakMap<LogEntry, { html?: string; markdown?: string }>();
const messages = new WeakMap<LogEntry, Map<string, string>>();

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
  let byOptions = messages.get(entry);
  if (!byOptions) {
    byOptions = new Map();
    messages.set(entry, byOptions);
  }
  const cached = byOptions.get(key);
  if (cached) return cached;
  const form = { applyMarkdown, clientGravatar, emptyTopicName: capabilities.empty_topic_name };
  const conversation = {
    channel_id: extra.row.channel_id,
    topic_name: extra.topic,
    direct_key: extra.directKey,
  };
  const rest = JSON.stringify({
    ...senderFields(sender, viewer.state, form, isVisible),
    ...conversationFields(conversation, viewer.state, form, compiledLinkifiersInMemory(viewer.state)),
  });
  const json = `{${stableJson(entry, extra, applyMarkdown)},${rest.slice(1)}`;
  byOptions.set(key, json);
  return json;
}

/** The flags of a new message for an account. */
function flagsFor(extra: MessageEventExtra, accountId: number, isReceived: boolean): readonly string[] {
  return flagList({
    bits:
      (extra.mentionedIds.includes(accountId) ? FlagBit.mentioned : 0) |
      (extra.alertedIds.includes(accountId) ? FlagBit.has_alert_word : 0),
    isRead: !isReceived || isReadOnArrival(extra, accountId),
    isHistorical: !isReceived,
    isMentionedInGroup: false,
    channelWildcard: isReceived && extra.row.mentions_channel === 1,
    topicWildcard: extra.topicMentionedIds.includes(accountId),
  });
}

export const messageView: CompletingViewOf<typeof messageEventType> = (entry, viewer) => {
  const extra = extraOf<MessageEventExtra>(entry);
  if (!viewer.matchesNarrow(entry)) return undefined;
  const channelId = extra.row.channel_id;
  const isReceived =
    channelId === null || coversPosition(viewer.subscriptions.get(channelId), entry.sequence);
  const flags = JSON.stringify(flagsFor(extra, viewer.account.id, isReceived));
  const isEcho = extra.localId !== null && extra.queueId === viewer.queueId;
  const echo = isEcho ? `,"local_message_id":${JSON.stringify(extra.localId)}` : '';
  return new PreparedFields(`"message":${messageJson(entry, extra, viewer)},"flags":${flags}${echo}`);
};
