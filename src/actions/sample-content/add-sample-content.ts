// Adds sample content inside a unit of work: channels for everyone who joins, and messages of Welcome Bot.

import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import type { SampleChannelKey } from '../../model/sample-content/sample-channels.ts';
import { sampleContentChanged } from '../../model/sample-content/sample-content-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { channelById, channelByName } from '../../stores/channels/channel-store.ts';
import {
  forgetSampleChannel,
  readSampleChannels,
  recordSampleChannel,
  recordSampleMessage,
} from '../../stores/sample-content/sample-content-store.ts';
import { reopenAsDefault } from '../channels/change.ts';
import { acceptChannel, createChannel, takeChannelQuotas } from '../channels/creation.ts';
import { addReaction } from '../messages/reactions.ts';
import { sendToChannel } from '../messages/send.ts';
import { subscribeAll } from '../subscriptions/subscribe.ts';

/** A message that is rendered, as units of work need it. */
export interface ComposedSample {
  readonly topic: string;
  readonly content: ComposedContent;
  readonly reaction: string | undefined;
}

export interface ComposedSampleChannel {
  readonly key: SampleChannelKey;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly messages: readonly ComposedSample[];
}

const settings = {
  isPrivate: false,
  isWebPublic: false,
  isHistoryPublic: true,
  isDefault: true,
  messageRetentionDays: undefined,
  topicsPolicy: 'inherit',
  folderId: null,
  defaultPushNotifications: false,
  groupSettings: {},
} as const;

/** The name, with a number if a channel has it already. */
async function freeName(writer: Writer, name: string): Promise<string> {
  let candidateName = name;
  for (let number = 2; await channelByName(writer, candidateName); number++) {
    const suffix = ` ${number}`;
    candidateName = name.slice(0, limits.channelNameCodePoints - suffix.length) + suffix;
  }
  return candidateName;
}

/** Opens an archived channel of sample content that was removed; undefined if people opened it or changed its privacy. */
async function reopenedChannel(acting: ActorContext, channelId: number): Promise<Channel | undefined> {
  const { writer, organization } = acting;
  const channel = await channelById(writer, channelId);
  if (!channel?.isArchived || channel.isPrivate) return undefined;
  return reopenAsDefault(writer, organization, channel);
}

async function sendSample(
  writer: Writer,
  channelId: number,
  { topic, content, reaction }: ComposedSample,
  senderId: number,
): Promise<void> {
  const message = { senderId, client: 'Internal', content, isReadBySender: true };
  const { id } = await sendToChannel(writer, channelId, topic, message);
  await recordSampleMessage(writer, id);
  if (reaction !== undefined) await addReaction(writer, senderId, id, { name: reaction });
}

/**
 * Adds the content, and subscribes the actor to its channels. Does nothing if the organization has it.
 *
 * @throws if the actor may not create public channels, or a quota is used up
 */
export async function addSampleContent(
  acting: ActorContext,
  content: readonly ComposedSampleChannel[],
  welcomeBotId: number,
): Promise<void> {
  const { writer, organization, account } = acting;
  const previous = await readSampleChannels(writer);
  if (previous.some(({ isRemoved }) => !isRemoved)) return;
  const accepted = await acceptChannel(acting, settings);
  await takeChannelQuotas(acting, accepted, content.length);
  for (const sample of content) {
    const removed = previous.find(({ key }) => key === sample.key);
    const reopened = removed && (await reopenedChannel(acting, removed.channelId));
    if (removed && !reopened) await forgetSampleChannel(writer, removed.channelId);
    const channel =
      reopened ??
      (await createChannel(writer, organization, {
        ...accepted,
        name: await freeName(writer, sample.name),
        description: sample.description,
        renderedDescription: sample.renderedDescription,
        // No person made it.
        creatorId: null,
      }));
    await recordSampleChannel(writer, channel.id, sample.key);
    await subscribeAll({ writer, organization }, [account], [channel]);
    for (const message of sample.messages) await sendSample(writer, channel.id, message, welcomeBotId);
  }
  writer.emit(sampleContentChanged(true));
}
