// Sends submessages, such as votes. They are shown when their event arrives; votes are shown optimistically.

import { attempt } from '../../data/attempt.ts';
import { changeOptimistically } from '../../data/optimistic-changes.ts';
import type { Organization } from '../../data/organization.ts';
import type { Message } from '../../store/message.ts';
import { type Choice, voteFor } from '../../store/poll.ts';

function send({ client }: Organization, message_id: number, content: string): Promise<unknown> {
  return client.call('send-submessage', { message_id, msg_type: 'widget', content });
}

/** Returns whether the server accepted it; an error has been reported by then. */
export async function postSubmessage(
  organization: Organization,
  { id }: Message,
  content: object,
): Promise<boolean> {
  return (await attempt(send(organization, id, JSON.stringify(content)))) !== undefined;
}

let lastOptimisticId = 0;

/** Votes for a choice, or withdraws the vote. */
export function vote(organization: Organization, { id }: Message, choice: Choice): Promise<void> {
  const { ownId } = organization;
  const { key, voters } = choice;
  const contentOf = (isVoted: boolean) =>
    JSON.stringify(voteFor({ ...choice, voters: isVoted ? [] : [ownId] }, ownId));
  const eventOf = (isVoted: boolean) =>
    ({
      type: 'submessage',
      id: -1,
      // Optimistic submessages have negative ids, which the server never uses.
      submessage_id: --lastOptimisticId,
      message_id: id,
      sender_id: ownId,
      msg_type: 'widget',
      content: contentOf(isVoted),
    }) as const;
  return changeOptimistically(organization, {
    name: `vote ${id} ${key}`,
    isOn: !voters.includes(ownId),
    event: eventOf,
    call: (isVoted) => send(organization, id, contentOf(isVoted)),
  });
}
