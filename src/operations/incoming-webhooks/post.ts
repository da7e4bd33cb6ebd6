// What incoming webhooks share: a request of another service becomes a message of the account whose key it came with.
// Without a channel it goes to the bot's owner. Where the channel is not there the service is answered with success all
// the same, since nobody would read a refusal; the owner is told.

import type { Account } from '../../model/accounts/account.ts';
import { unheardNotice } from '../../model/bots/unheard.ts';
import { composeAs } from '../../model/messages/compose-as.ts';
import { normalizeContent } from '../../model/messages/content.ts';
import { channelByNameIn } from '../../model/messages/recipients.ts';
import { sendDirectly, sendToChannel } from '../../model/messages/send.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
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
  const { state, reader, organizationUrl } = context;
  const { account, client, channel: named } = post;
  const content = await composeAs(state, reader, account, normalizeContent(post.content), organizationUrl);
  const message = { senderId: account.id, client, content, isReadBySender: true };
  if (named === undefined) {
    const owner = account.botOwnerId ?? account.id;
    await context.write((writer) => sendDirectly(writer, [owner], message));
    return;
  }
  const channel = /^\d{1,15}$/.test(named) ? state.channel(Number(named)) : channelByNameIn(state, named);
  if (!channel) {
    const tell = await unheardNotice(state, reader, account, named, 'missing', organizationUrl);
    if (tell) await context.write(tell);
    return;
  }
  await context.write((writer) => sendToChannel(writer, channel.id, normalizeTopic(post.topic), message));
}
