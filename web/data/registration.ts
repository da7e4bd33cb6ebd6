// The client's registration: everything, in the newest form, with a queue that outlives a holiday, so that
// reopening the client continues where it stopped.

import type { InputOf } from '../../client/api-types.ts';
import { newestCapabilities } from '../../client/capabilities.ts';

const WEEK_SECONDS = 7 * 24 * 3600;

export const registration: InputOf<'register-queue'> = {
  apply_markdown: true,
  // The page makes no requests to other hosts; profile pictures come from this server.
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'false',
  idle_queue_timeout: WEEK_SECONDS,
  client_capabilities: newestCapabilities,
};
