// `sample_content` events: whether the organization has sample content.

import { boolean } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';

export const sampleContentEvent = eventType(
  'sample_content',
  'The sample content of the organization was added or removed.',
  { has_sample_content: boolean },
);

export function sampleContentChanged(isPresent: boolean): NewEvent {
  return newEvent(sampleContentEvent, { has_sample_content: isPresent }, { audience: { kind: 'everyone' } });
}
