// Says something below a message, as a vote is said. It shows when its event comes.

import { attempt } from '../../link/attempt.ts';
import type { Organization } from '../../link/organization.ts';
import type { Message } from '../../messages/message.ts';

/** Whether the server took it; what is refused has been said then. */
export async function addToMessage(
  { client }: Organization,
  { id: message_id }: Message,
  said: object,
): Promise<boolean> {
  const call = client.call('send-submessage', {
    message_id,
    msg_type: 'widget',
    content: JSON.stringify(said),
  });
  return (await attempt(call)) !== undefined;
}
