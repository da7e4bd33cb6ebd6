// Sends notices about channels once the change that they tell of is durable: in units of their own, so that a
// notice that cannot be sent takes nothing back.

import { ApiError } from '../../contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import {
  CHANNEL_EVENTS_TOPIC,
  createdChannels,
  createdThis,
  describedThis,
  NEW_CHANNELS_TOPIC,
  openedThis,
  renamedThis,
  subscribedYou,
  unarchivedThis,
} from '../../model/channels/notices.ts';
import { isSamePrivacy } from '../../model/channels/privacy.ts';
import { composeNotice, sendNotices } from '../../model/messages/notices.ts';
import { sendToChannel } from '../../model/messages/send.ts';
import type { WriteContext } from '../operation.ts';

async function unlessRefused(sending: Promise<unknown>): Promise<void> {
  await sending.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Posts a notice to a channel. */
export async function postNotice(
  context: WriteContext,
  channelId: number,
  topic: string,
  text: string,
): Promise<void> {
  const { state, reader, organizationUrl } = context;
  const { senderId, content } = await composeNotice(state, reader, text, organizationUrl);
  const place = state.channel(channelId)?.topicsPolicy === 'empty_topic_only' ? '' : topic;
  const message = { senderId, client: 'Internal', content, isReadBySender: true };
  await unlessRefused(context.write((writer) => sendToChannel(writer, channelId, place, message)));
}

/** Tells people who were subscribed by somebody else, one message each, however many channels it were. */
export async function tellSubscribed(
  context: WriteContext,
  added: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const { state, reader, organizationUrl, actor } = context;
  const byText = new Map<string, number[]>();
  for (const [id, names] of added) {
    const account = state.account(id);
    if (!account || account.isBot || id === actor.account.id || names.length === 0) continue;
    const text = subscribedYou(actor.account, names);
    byText.set(text, [...(byText.get(text) ?? []), id]);
  }
  for (const [text, ids] of byText) {
    const notice = await composeNotice(state, reader, text, organizationUrl);
    await unlessRefused(context.write((writer) => sendNotices(writer, notice, ids)));
  }
}

/** Says in each new channel who made it, where the organization wants that; and announces them where asked to. */
export async function tellCreated(
  context: WriteContext,
  channels: readonly Channel[],
  announce: boolean,
): Promise<void> {
  if (channels.length === 0) return;
  const { settings } = context.state.organization;
  const who: Account = context.actor.account;
  const news = settings.new_stream_announcements_stream_id;
  if (announce && context.state.channel(news)?.isArchived === false) {
    await postNotice(
      context,
      news,
      NEW_CHANNELS_TOPIC,
      createdChannels(
        who,
        channels.map(({ name }) => name),
      ),
    );
  }
  if (!settings.send_channel_events_messages) return;
  for (const channel of channels)
    await postNotice(context, channel.id, CHANNEL_EVENTS_TOPIC, createdThis(who, channel));
}

/** Says in a channel what somebody changed of it, where the organization wants that. */
export async function tellChanged(context: WriteContext, before: Channel, after: Channel): Promise<void> {
  if (!context.state.organization.settings.send_channel_events_messages || after.isArchived) return;
  const who: Account = context.actor.account;
  const texts: string[] = [];
  if (before.isArchived) texts.push(unarchivedThis(after.name));
  if (before.name !== after.name) texts.push(renamedThis(who, before.name, after.name));
  if (before.description !== after.description)
    texts.push(describedThis(who, before.description, after.description));
  if (!isSamePrivacy(before, after)) texts.push(openedThis(who, before, after));
  for (const text of texts) await postNotice(context, after.id, CHANNEL_EVENTS_TOPIC, text);
}
