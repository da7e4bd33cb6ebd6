// Schedules a message, which the server stores until its time.

import { clientError } from '../data/error-texts.ts';
import type { Organization } from '../data/organization.ts';
import type { Destination } from '../lib/destination.ts';
import { pendingKeys } from '../lib/pending-files.ts';
import type { Send } from './composer.ts';

function wireDestination(destination: Destination) {
  if (destination.kind === 'direct') return { type: 'direct', to: [...destination.personIds] } as const;
  return { type: 'channel', to: destination.channelId ?? 0, topic: destination.topic } as const;
}

/** Sends a message at a time in seconds since 1970. Refused for texts with files that are not uploaded yet. */
export function sendAt({ client }: Organization, at: number): Send {
  return async (destination, content) => {
    if (pendingKeys(content).length > 0) throw clientError('FILE_STILL_UPLOADING');
    const recipient = wireDestination(destination);
    await client.call('create-scheduled-message', {
      ...recipient,
      content,
      scheduled_delivery_timestamp: at,
    });
  };
}
