// The parameters for registering an event queue; also accepted by GET /events without a queue.

import {
  anyOf,
  boolean,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  record,
  shortText,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type ParameterValues, withDefault } from '../../api-contract/parameter.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { noCapabilities, type QueueOptions } from '../../events/queue.ts';
import { checkQueueNarrow } from '../../narrow/queue-narrow.ts';
import { narrow } from '../../narrow/wire-term.ts';

const capabilityNames = keysOf(noCapabilities);

const capabilities = record(recordOf(capabilityNames, () => optional(boolean)));

export const queueParameters = {
  apply_markdown: withDefault(
    boolean,
    false,
    'Whether to send message content as HTML instead of Markdown source.',
  ),
  client_gravatar: optionally(
    boolean,
    'Whether to send null instead of avatar URLs that the client can compute. Defaults to true for requests with credentials.',
    { aliases: ['client_extavatar'] },
  ),
  include_subscribers: withDefault(
    oneOf('true', 'false', 'partial'),
    'false',
    'Whether to include lists of subscribers in channels. `partial` allows incomplete lists for large channels.',
  ),
  slim_presence: withDefault(boolean, false, 'Whether to send presence in the modern format, by user ID.'),
  presence_history_limit_days: withDefault(
    integer({ minimum: 0, maximum: 3650 }),
    14,
    'Maximum age of presence data, in days.',
    { since: 288 },
  ),
  event_types: optionally(
    nullable(list(shortText, limits.eventTypesPerRequest)),
    'The types of events to receive. Defaults to all, as does null.',
  ),
  fetch_event_types: optionally(
    list(shortText, limits.eventTypesPerRequest),
    'The parts of the initial state to fetch. Defaults to those for `event_types`.',
  ),
  all_public_streams: withDefault(
    boolean,
    false,
    'Whether to include messages of public channels that the caller is not subscribed to.',
  ),
  client_capabilities: withDefault(capabilities, {}, 'The newer event formats that the client supports.'),
  narrow: withDefault(narrow, [], 'A narrow that limits which messages are received.'),
  idle_queue_timeout: optionally(
    anyOf('is not an allowed_type', integer({ minimum: 1 }), oneOf('mobile')),
    'Minimum time in seconds that the queue is preserved without a poll, or `mobile`.',
    { since: 481, encoding: 'either' },
  ),
};

export type QueueParameterValues = ParameterValues<typeof queueParameters>;

/**
 * The options of the requested queue.
 * @throws for a narrow that an event queue cannot evaluate
 */
export function queueOptions(
  values: QueueParameterValues,
  client: string,
  hasAccount: boolean,
): QueueOptions {
  checkQueueNarrow(values.narrow);
  return {
    applyMarkdown: values.apply_markdown,
    clientGravatar: values.client_gravatar ?? hasAccount,
    slimPresence: values.slim_presence,
    allPublicStreams: values.all_public_streams,
    includeSubscribers: values.include_subscribers,
    eventTypes: values.event_types ?? null,
    narrow: values.narrow,
    capabilities: { ...noCapabilities, ...values.client_capabilities },
    client,
  };
}
