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
  apply_markdown: withDefault(boolean, false, 'Message content as HTML in place of Markdown source.'),
  client_gravatar: optionally(
    boolean,
    'Null in place of avatar addresses that the client computes itself; true by default with credentials.',
    { aliases: ['client_extavatar'] },
  ),
  include_subscribers: withDefault(
    oneOf('true', 'false', 'partial'),
    'false',
    'Lists of subscribers in channel objects.',
  ),
  slim_presence: withDefault(boolean, false, 'Presence by user id in the modern format.'),
  presence_history_limit_days: withDefault(
    integer({ minimum: 0, maximum: 3650 }),
    14,
    'The age in days of the oldest presence wanted.',
    { since: 288 },
  ),
  event_types: optionally(
    nullable(list(shortText, limits.eventTypesPerRequest)),
    'The types of events wanted; all by default and with null.',
  ),
  fetch_event_types: optionally(
    list(shortText, limits.eventTypesPerRequest),
    'The parts of the initial state wanted; as `event_types` by default.',
  ),
  all_public_streams: withDefault(
    boolean,
    false,
    'Also messages of public channels that are not subscribed to.',
  ),
  client_capabilities: withDefault(capabilities, {}, 'What newer shapes of events the client understands.'),
  narrow: withDefault(narrow, [], 'A filter on messages.'),
  idle_queue_timeout: optionally(
    anyOf('is not an allowed_type', integer({ minimum: 1 }), oneOf('mobile')),
    'The least seconds that the queue survives without a poll.',
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
