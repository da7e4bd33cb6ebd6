// The schema of a bot for accounts that may change it (with the fields that its User object leaves out, since feature
// level 474), and of the events about it.

import {
  anyOf,
  anyText,
  boolean,
  type Decoded,
  id,
  list,
  mapOf,
  nonNegativeInteger,
  nullable,
  record,
} from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import { eventTypeWithOps } from '../../api-contract/event-declaration.ts';

const services = list(
  anyOf(
    'is no service',
    record({ base_url: anyText, interface: nonNegativeInteger, token: anyText }),
    record({ service_name: anyText, config_data: mapOf(anyText) }),
  ),
);

const fields = {
  user_id: id,
  default_sending_stream: nullable(anyText),
  default_events_register_stream: nullable(anyText),
  default_all_public_streams: boolean,
  services,
};

export const botSchema = record(fields);

export type WireBot = DeepReadonly<Decoded<typeof botSchema>>;

/** One changed property of a bot. */
const botChange = anyOf(
  'is not a change of a bot',
  record({ user_id: id, default_sending_stream: fields.default_sending_stream }),
  record({ user_id: id, default_events_register_stream: fields.default_events_register_stream }),
  record({ user_id: id, default_all_public_streams: fields.default_all_public_streams }),
  record({ user_id: id, services }),
);

export type BotChange = DeepReadonly<Decoded<typeof botChange>>;

export const botEvent = eventTypeWithOps(
  'realm_bot',
  'A bot that you administer was added or changed, or you may no longer change it.',
  { add: { bot: botSchema }, update: { bot: botChange }, delete: { bot: record({ user_id: id }) } },
);
