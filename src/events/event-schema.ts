// The schema of the events in the answers of GET /events.

import { anyOf, type Codec, titled } from '../api-contract/codec.ts';
import { type ApiEvent, eventDeclarations } from '../model/events/event-types.ts';

const codecs = eventDeclarations.map(({ codec }): Codec<ApiEvent> => codec);

/** Any event as a client receives it. */
export const eventSchema: Codec<ApiEvent> = titled(anyOf('is not an event', ...codecs), 'Event');
