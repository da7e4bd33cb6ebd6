// The pinned messages of an organization, and pinning and unpinning for everyone. Errors are reported.

import { wireNarrow } from '../store/narrow.ts';
import { narrowOf, term } from '../store/narrow-targets.ts';
import { type FetchPins, PinnedMessages } from '../store/pinned-messages.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';
import type { Topic } from './set-topic-policy.ts';

/** The maximum number of pinned messages in a conversation. */
const MAX_PINS = 50;

const ofOrganization = new WeakMap<Organization, PinnedMessages>();

function fetcher({ client }: Organization): FetchPins {
  return async (conversation) => {
    const conversationParameters =
      conversation.kind === 'topic'
        ? { stream_id: conversation.channelId, topic: conversation.topic }
        : { user_ids: [...conversation.ids] };
    const { pinned_messages: pins } = await client.call('get-pinned-messages', conversationParameters);
    if (pins.length === 0) return [];
    const { messages } = await client.call('get-messages', {
      narrow: wireNarrow([...narrowOf(conversation), term('is', 'pinned')]),
      anchor: 'newest',
      num_before: MAX_PINS,
      num_after: 0,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    const byId = new Map(messages.map((message) => [message.id, message]));
    return pins.flatMap(({ message_id: id }) => {
      const message = byId.get(id);
      return message ? [{ id, sender: message.sender_full_name, content: message.content }] : [];
    });
  };
}

/** The pinned messages that this page knows; the same object for an organization. */
export function pinnedMessagesOf(organization: Organization): PinnedMessages {
  const cached = ofOrganization.get(organization);
  if (cached) return cached;
  const pins = new PinnedMessages(fetcher(organization), organization.ownId);
  ofOrganization.set(organization, pins);
  for (const type of ['pinned_messages', 'delete_message', 'update_message', 'stream'] as const)
    organization.on(type, (event) => pins.apply(event));
  organization.onSnapshot(() => pins.forgetAll());
  return pins;
}

export async function setMessagePinned(
  { client }: Organization,
  message_id: number,
  isPinned: boolean,
): Promise<void> {
  await attempt(client.call(isPinned ? 'pin-message' : 'unpin-message', { message_id }));
}

export async function setTopicPinned(
  { client }: Organization,
  { channelId, topic }: Topic,
  isPinned: boolean,
): Promise<void> {
  await attempt(client.call(isPinned ? 'pin-topic' : 'unpin-topic', { stream_id: channelId, topic }));
}
