// Says something below a message, as a vote is said. It shows when its event comes; a vote at once.

import type { ApiEvent } from '../../../client/event-stream.ts';
import { changeAhead } from '../../data/ahead.ts';
import { attempt } from '../../data/attempt.ts';
import type { Organization } from '../../data/organization.ts';
import type { Message } from '../../store/message.ts';
import { type Choice, voteFor } from '../../store/poll.ts';

function send({ client }: Organization, message_id: number, content: string): Promise<unknown> {
  return client.call('send-submessage', { message_id, msg_type: 'widget', content });
}

/** Whether the server took it; what is refused has been said then. */
export async function addToMessage(
  organization: Organization,
  { id }: Message,
  said: object,
): Promise<boolean> {
  return (await attempt(send(organization, id, JSON.stringify(said)))) !== undefined;
}

let ahead = 0;

/** Votes for a choice, or takes the vote back. */
export function vote(organization: Organization, { id }: Message, choice: Choice): Promise<void> {
  const { ownId } = organization;
  const { key, voters } = choice;
  const contentOf = (is: boolean) => JSON.stringify(voteFor({ ...choice, voters: is ? [] : [ownId] }, ownId));
  const eventOf = (is: boolean) =>
    ({
      type: 'submessage',
      id: -1,
      // The server has its own number for it, which is none of these.
      submessage_id: --ahead,
      message_id: id,
      sender_id: ownId,
      msg_type: 'widget',
      content: contentOf(is),
    }) as unknown as ApiEvent;
  return changeAhead(organization, {
    name: `vote ${id} ${key}`,
    isOn: !voters.includes(ownId),
    event: eventOf,
    call: (is) => send(organization, id, contentOf(is)),
  });
}
