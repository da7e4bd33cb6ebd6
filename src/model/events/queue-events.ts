// Events about a queue's connection and the server, not about the organization.

import { anyText, described, nonNegativeInteger } from '../../api-contract/codec.ts';
import { eventType } from '../../api-contract/event-declaration.ts';

export const heartbeatEvent = eventType(
  'heartbeat',
  'Sent when there are no other events, to keep the connection open.',
  {},
);

export const restartEvent = eventType('restart', 'The server restarted.', {
  zulip_version: anyText,
  zulip_merge_base: anyText,
  zulip_feature_level: nonNegativeInteger,
  server_generation: described(nonNegativeInteger, 'When the server started, in seconds since 1970.'),
});
