// What incoming webhooks share: a request of another service becomes a message of the account whose key it came with.
// Without a channel it goes to the bot's owner. Where the channel is not there the service is answered with success all
// the same, since nobody would read a refusal; the owner is told.

import { sendDirectly, sendToChannel } from '../../actions/messages/send.ts';
import type { Account } from '../../model/accounts/account.ts';
import { normalizeContent } from '../../model/messages/content.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { unheardNotice } from '../../notices/unheard.ts';
import { askerOf } from '../../sight/asker.ts';
import { channelOfRecipient } from '../../sight/messages/recipients.ts';
import { composeContent } from '../../sight/rendering/compose-content.ts';
import { spokenBy } from '../../sight/rendering/rendering.ts';
import type { PublicContext } from '../operation.ts';

export interface IncomingPost {
  readonly account: Account;
  /** The name of the client that the message shows. */
  readonly client: string;
  /** The id of a channel in digits, or its name; undefined: to the owner directly. */
  readonly channel: string | undefined;
  readonly topic: string;
  readonly content: string;
}

/** Sends what a service has to say. @throws what sending a message throws */
export async function postIncoming(context: PublicContext, post: IncomingPost): Promise<void> {
  const { account, client, channel: named } = post;
  const content = await composeContent(context, normalizeContent(post.content), spokenBy(account));
  const message = { senderId: account.id, client, content, isReadBySender: true };
  if (named === undefined) {
    const owner = account.botOwnerId ?? account.id;
    await context.write((writer) => sendDirectly(writer, [owner], message));
    return;
  }
  const asker = await askerOf(context, account);
  const to = /^\d{1,15}$/.test(named) ? Number(named) : named;
  const channel = await channelOfRecipient(asker, to);
  if (!channel) {
    const tell = await unheardNotice(context, account, named, 'missing');
    if (tell) await context.write(tell);
    return;
  }
  await context.write((writer) => sendToChannel(writer, channel.id, normalizeTopic(post.topic), message));
}
