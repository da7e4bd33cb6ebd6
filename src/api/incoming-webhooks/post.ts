// The messages of one request are sent together or not at all, by the account whose key it came with. Without a channel
// they go to the bot's owner. Where the channel is not there the service is answered with success all the same, since
// nobody would read a refusal; the owner is told, once.

import { sendDirectly, sendToChannel } from '../../actions/messages/send.ts';
import { ApiError } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { DeliveryOutcome } from '../../model/incoming-webhooks/delivery-outcome.ts';
import { storable } from '../../model/incoming-webhooks/field.ts';
import type { Announcement } from '../../model/incoming-webhooks/integration.ts';
import { topicLine, withoutMentions } from '../../model/incoming-webhooks/text.ts';
import { normalizeContent } from '../../model/messages/content.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { unheardNotice } from '../../notices/bot-message-unheard.ts';
import { askerOf } from '../../queries/asker.ts';
import { channelOfRecipient } from '../../queries/messages/recipients.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { spokenBy } from '../../queries/rendering/rendering.ts';
import type { Writer } from '../../storage/session.ts';
import {
  type LoggedDelivery,
  logDelivery,
  readDeliveries,
  wasTaken,
} from '../../stores/incoming-webhooks/deliveries.ts';
import type { PublicContext } from '../operation.ts';
import type { Arrival } from './arrival.ts';

interface Posting {
  readonly account: Account;
  /** The name of the client that the messages show. */
  readonly client: string;
  readonly mayMention: boolean;
  readonly announcements: readonly Announcement[];
  /** The id of a channel in digits, or its name; undefined: to the owner directly. */
  readonly channel: string | undefined;
  /** In place of the announcements' own. */
  readonly topic: string | undefined;
  readonly log: (outcome: DeliveryOutcome, detail?: string) => LoggedDelivery;
  readonly onRepeat: Arrival['onRepeat'];
}

type Sending = (writer: Writer) => Promise<unknown>;

/** Sends messages. @throws what sending a message throws, and `WEBHOOK_REPLAYED` */
export async function postAnnouncements(context: PublicContext, posting: Posting): Promise<void> {
  const sendings: Sending[] = [];
  for (const announcement of posting.announcements) {
    const named = announcement.channel === undefined ? posting.channel : storable(announcement.channel);
    const sending = await prepared(context, posting, announcement, named);
    if (!sending) return tellOfMissing(context, posting, named ?? '');
    sendings.push(sending);
  }
  await context.write(async (writer) => {
    const entry = posting.log('sent');
    const { accountId, fingerprint } = entry;
    const { onRepeat } = posting;
    if (
      fingerprint !== undefined &&
      onRepeat !== 'take' &&
      (await wasTaken(writer, accountId, fingerprint))
    ) {
      if (onRepeat === 'refuse') throw replayed();
      await logDelivery(writer, posting.log('ignored', 'A retry of what became a message already.'));
      return;
    }
    for (const send of sendings) await send(writer);
    await logDelivery(writer, entry);
  });
}

function replayed(): ApiError {
  return new ApiError(400, 'WEBHOOK_REPLAYED', 'This request has become a message already.');
}

/** What sends one message; undefined where its channel is not there. */
async function prepared(
  context: PublicContext,
  { account, client, mayMention, topic }: Posting,
  announcement: Announcement,
  named: string | undefined,
): Promise<Sending | undefined> {
  const said = storable(announcement.content);
  const text = mayMention ? said : withoutMentions(said);
  const content = await composeContent(context, normalizeContent(text), spokenBy(account));
  const message = { senderId: account.id, client, content, isReadBySender: true };
  const asker = await askerOf(context, account);
  const place = (own: string) => normalizeTopic(topic ?? topicLine(own));
  if (named === undefined) {
    const { channelByDefault } = announcement;
    const chosen = channelByDefault && (await channelOfRecipient(asker, storable(channelByDefault.name)));
    if (chosen) {
      const own = place(channelByDefault.topic);
      return (writer) => sendToChannel(writer, chosen.id, own, message);
    }
    const owner = account.botOwnerId ?? account.id;
    return (writer) => sendDirectly(writer, [owner], message);
  }
  const to = /^\d{1,15}$/.test(named) ? Number(named) : named;
  const channel = await channelOfRecipient(asker, to);
  if (!channel) return undefined;
  const own = place(announcement.topic);
  return (writer) => sendToChannel(writer, channel.id, own, message);
}

/** Tells the owner of a channel that is not there, unless that was the last that happened at the address. */
async function tellOfMissing(
  context: PublicContext,
  { account, log }: Posting,
  named: string,
): Promise<void> {
  const tell = await unheardNotice(context, account, named, 'missing');
  await context.write(async (writer) => {
    const entry = log('no_channel', named);
    const [last] = await readDeliveries(writer, account.id, 1);
    const isKnown = last?.outcome === entry.outcome && last.detail === entry.detail;
    if (!isKnown) await tell?.(writer);
    await logDelivery(writer, entry);
  });
}
