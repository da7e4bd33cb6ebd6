// The views of `update_message` and `delete_message`: the messages that the account could see, its flags, and
// topics under the client's names.
// Who has read the message is looked up when the entry is first delivered (`prepareUpdate`), once for all
// queues: storing it in the entry would make the write depend on the number of readers. Later changes of the
// read state follow as events of their own, which repeat it.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';
import type { PartialPayloadOf } from '../../api-contract/event-declaration.ts';
import { linkifyTopic } from '../../markdown/linkifiers.ts';
import type {
  deleteMessageEventType,
  updateMessageEventType,
} from '../../model/messages/message-event-schema.ts';
import { flagList } from '../../model/messages/message-flags.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import { coversPosition } from '../../model/subscriptions/subscription-periods.ts';
import { compiledLinkifiersInMemory } from '../../queries/markdown-settings.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { VisibilityExtra } from '../../stores/messages/deletion-event.ts';
import type { FlagSource, UpdateMessageExtra } from '../../stores/messages/update-event.ts';
import { isReadFor, type ReadFacts, readFactsOf } from '../../stores/read-state/message-read-facts.ts';
import { wasReceived } from '../../stores/read-state/reception.ts';
import type { Viewer } from '../viewer.ts';
import type { CompletingViewOf, Fields, ViewOf } from './event-view.ts';

interface Prepared {
  /** Undefined if the message was deleted. */
  readonly facts: ReadFacts | undefined;
}

const prepared = new WeakMap<LogEntry, Prepared>();
const preparing = new WeakMap<LogEntry, Promise<void>>();

/** Whether an entry's view needs facts from the database. */
export function needsPreparation(entry: LogEntry): boolean {
  return entry.type === 'update_message' && !prepared.has(entry);
}

/** Reads what the view needs, once for all queues. */
export function prepareUpdate(entry: LogEntry, reader: Reader): Promise<void> {
  const cached = preparing.get(entry);
  if (cached) return cached;
  const extra = extraOf<UpdateMessageExtra>(entry);
  const work = readFactsOf(reader, extra.messageId).then(
    (facts) => {
      prepared.set(entry, { facts });
    },
    (error: unknown) => {
      preparing.delete(entry);
      throw error;
    },
  );
  preparing.set(entry, work);
  return work;
}

/** The ids of an event's messages that the viewer could see. */
function visibleIds(ids: readonly number[], extra: VisibilityExtra, viewer: Viewer): readonly number[] {
  const { receptions, sawAll } = extra;
  if (!receptions || sawAll?.includes(viewer.account.id)) return ids;
  return ids.filter((id) => {
    const reception = receptions[id];
    if (!reception || reception.holders.includes(viewer.account.id)) return true;
    return reception.arrivals.some(([channelId, sequence]) =>
      coversPosition(viewer.subscriptions.get(channelId), sequence),
    );
  });
}

function flagsOf(entry: LogEntry, source: FlagSource, viewer: Viewer): readonly string[] {
  const { account, subscriptions } = viewer;
  const { head } = source;
  const isReceived = wasReceived(head, subscriptions, new Map([[head.id, source.arrivals]]));
  const bits = source.bits[account.id];
  const facts = prepared.get(entry)?.facts;
  return flagList({
    bits: bits ?? 0,
    isRead: facts ? isReadFor(facts, account, subscriptions) : true,
    isHistorical: !isReceived && bits === undefined,
    isMentionedInGroup: isReceived && source.groupMemberIds.includes(account.id),
    channelWildcard: isReceived && head.mentions_channel === 1,
    topicWildcard: isReceived && source.topicMentionedIds.includes(account.id),
  });
}

/** The original mobile client rejects an edit with an unknown flag, and then loads everything again. */
const STRICT_CLIENT = 'ZulipFlutter';

/** Removes the flag that strict mobile clients do not know. */
function knownFlags(viewer: Viewer, flags: readonly string[]): readonly string[] {
  if (viewer.options.client !== STRICT_CLIENT) return flags;
  return flags.filter((flag) => flag !== 'hide_link_previews');
}

/** The topic fields under the client's names, with the links in the new topic. */
function topicFields(
  { orig_subject: before, subject: after }: PartialPayloadOf<typeof updateMessageEventType>,
  viewer: Viewer,
): Fields {
  const knowsEmpty = viewer.options.capabilities.empty_topic_name;
  return {
    ...(before !== undefined && { orig_subject: displayTopic(before, knowsEmpty) }),
    ...(after !== undefined && {
      subject: displayTopic(after, knowsEmpty),
      topic_links: linkifyTopic(after, compiledLinkifiersInMemory(viewer.state)),
    }),
  };
}

export const updateMessageView: CompletingViewOf<typeof updateMessageEventType> = (entry, viewer) => {
  const extra = extraOf<UpdateMessageExtra>(entry);
  const ids = visibleIds(entry.payload.message_ids ?? [], extra, viewer);
  const [first] = ids;
  if (first === undefined) return undefined;
  const { flags } = extra;
  const target = ids.includes(flags.head.id) ? flags.head.id : first;
  return {
    ...entry.payload,
    ...topicFields(entry.payload, viewer),
    message_id: target,
    message_ids: ids,
    flags: knownFlags(viewer, target === flags.head.id ? flagsOf(entry, flags, viewer) : ['read']),
  };
};

export const deleteMessageView: ViewOf<typeof deleteMessageEventType> = (entry, viewer) => {
  const { message_ids: all, topic, ...rest } = entry.payload;
  const ids = visibleIds(all ?? [], extraOf<VisibilityExtra>(entry), viewer);
  if (ids.length === 0) return undefined;
  const { bulk_message_deletion: takesMany, empty_topic_name: knowsEmpty } = viewer.options.capabilities;
  const common = { ...rest, ...(topic !== undefined && { topic: displayTopic(topic, knowsEmpty) }) };
  if (takesMany) return { ...common, message_ids: ids };
  return ids.map((id) => ({ ...common, message_id: id }));
};
