// Sends a message by a request of its own, where no outbox does it.

import { destinationKey } from '../ground/destination.ts';
import type { Organization } from '../link/organization.ts';
import type { Send } from './composer.ts';

/** Sends at once; the sender's own queue is told which message it was. */
export function sendAtOnce(organization: Organization): Send {
  return async (destination, content) => {
    const name = {
      queue_id: organization.queueId,
      local_id: `${Date.now()}.${destinationKey(destination).length}`,
      content,
    };
    if (destination.kind === 'channel') {
      const { channelId = 0, topic } = destination;
      await organization.client.call('send-message', { type: 'channel', to: channelId, topic, ...name });
      return;
    }
    const to = destination.personIds.length > 0 ? [...destination.personIds] : [organization.ownId];
    await organization.client.call('send-message', { type: 'direct', to, ...name });
  };
}
