// Sends the messages of one request, all or none, as the account of the key. Without a channel they are sent
// to the bot's owner. If the channel does not exist, the service still receives a success, because nobody
// would read an error; the owner is notified, once.

import { sendDirectly, sendToChannel } from '../../actions/messages/send.ts';
import { ApiError } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { DeliveryOutcome } from '../../model/incoming-webhooks/delivery-outcome.ts';
import { storableText } from '../../model/incoming-webhooks/payload-field.ts';
import { topicLine, withoutMentions } from '../../model/incoming-webhooks/untrusted-markdown.ts';
import type { WebhookMessage } from '../../model/incoming-webhooks/webhook-service.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { undeliveredNotice } from '../../notices/bot-message-undelivered.ts';
import { channelOfRecipient } from '../../queries/messages/recipients.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { requesterOf } from '../../queries/requester.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  hasDelivery,
  type LoggedDelivery,
  logDelivery,
  readDeliveries,
} from '../../stores/incoming-webhooks/webhook-delivery-store.ts';
import type { PublicContext } from '../operation.ts';
import type { ReceivedWebhook } from './received-webhook.ts';

interface Posting {
  readonly account: Account;
  /** The name of the client stored with the messages. */
  readonly client: string;
  readonly mayMention: boolean;
  readonly announcements: readonly WebhookMessage[];
  /** A channel's id in digits, or its name; undefined for a direct message to the owner. */
  readonly channel: string | undefined;
  /** Replaces the topics of the announcements. */
  readonly topic: string | undefined;
  readonly log: (outcome: DeliveryOutcome, detail?: string) => LoggedDelivery;
  readonly onRepeat: ReceivedWebhook['onRepeat'];
}

type Sending = (writer: Writer) => Promise<unknown>;

/**
 * Sends the messages.
 * @throws as sending a message does, and `WEBHOOK_REPLAYED`
 */
export async function postAnnouncements(context: PublicContext, posting: Posting): Promise<void> {
  const sendings: Sending[] = [];
  for (const announcement of posting.announcements) {
    const channelName =
      announcement.channel === undefined ? posting.channel : storableText(announcement.channel);
    const sending = await prepare(context, posting, announcement, channelName);
    if (!sending) return notifyMissingChannel(context, posting, channelName ?? '');
    sendings.push(sending);
  }
  await context.write(async (writer) => {
    const entry = posting.log('sent');
    const { accountId, fingerprint } = entry;
    const { onRepeat } = posting;
    if (
      fingerprint !== undefined &&
      onRepeat !== 'post' &&
      (await hasDelivery(writer, accountId, fingerprint))
    ) {
      if (onRepeat === 'reject') throw replayed();
      await logDelivery(writer, posting.log('ignored', 'A retry of a request that was already posted.'));
      return;
    }
    for (const send of sendings) await send(writer);
    await logDelivery(writer, entry);
  });
}

function replayed(): ApiError {
  return new ApiError(400, 'WEBHOOK_REPLAYED', 'This request was already posted.');
}

/** A function that sends one message; undefined if its channel does not exist. */
async function prepare(
  context: PublicContext,
  { account, client, mayMention, topic }: Posting,
  announcement: WebhookMessage,
  channelName: string | undefined,
): Promise<Sending | undefined> {
  const fullText = storableText(announcement.content);
  const text = mayMention ? fullText : withoutMentions(fullText);
  const content = await composeContent(context, normalizeContent(text), writtenBy(account));
  const message = { senderId: account.id, client, content, isReadBySender: true };
  const requester = await requesterOf(context, account);
  const topicOf = (topicName: string) => normalizeTopic(topic ?? topicLine(topicName));
  if (channelName === undefined) {
    const { defaultChannel: requestedDefault } = announcement;
    const defaultChannel =
      requestedDefault && (await channelOfRecipient(requester, storableText(requestedDefault.name)));
    if (defaultChannel) {
      const topicName = topicOf(requestedDefault.topic);
      return (writer) => sendToChannel(writer, defaultChannel.id, topicName, message);
    }
    const owner = account.botOwnerId ?? account.id;
    return (writer) => sendDirectly(writer, [owner], message);
  }
  const to = /^\d{1,15}$/.test(channelName) ? Number(channelName) : channelName;
  const channel = await channelOfRecipient(requester, to);
  if (!channel) return undefined;
  const topicName = topicOf(announcement.topic);
  return (writer) => sendToChannel(writer, channel.id, topicName, message);
}

/** Notifies the owner that a channel does not exist, unless the previous delivery failed for the same reason. */
async function notifyMissingChannel(
  context: PublicContext,
  { account, log }: Posting,
  channelName: string,
): Promise<void> {
  const sendNotice = await undeliveredNotice(context, account, channelName, 'missing');
  await context.write(async (writer) => {
    const entry = log('no_channel', channelName);
    const [last] = await readDeliveries(writer, account.id, 1);
    const isRepeated = last?.outcome === entry.outcome && last.detail === entry.detail;
    if (!isRepeated) await sendNotice?.(writer);
    await logDelivery(writer, entry);
  });
}
