// What this client asks for when it registers: everything, in the newest shapes, and a queue that outlives a holiday,
// so that opening the client again goes on where it stopped.

import type { InputOf } from '../../client/api-types.ts';
import { newestShapes } from '../../client/capabilities.ts';

const A_WEEK_SECONDS = 7 * 24 * 3600;

export const registration: InputOf<'register-queue'> = {
  apply_markdown: true,
  // The page asks no other host for anything; pictures of people come from this server.
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'false',
  idle_queue_timeout: A_WEEK_SECONDS,
  client_capabilities: newestShapes,
};
