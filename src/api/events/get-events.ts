// GET /events: the long poll. Without a queue it registers one first.

import { anyText, boolean, integer, list, optional, shortText } from '../../api-contract/codec.ts';
import { missingParameter } from '../../api-contract/error.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { eventSchema } from '../../events/event-schema.ts';
import { PreparedResult, writeOperation } from '../operation.ts';
import { queueParameters } from './queue-parameters.ts';
import { register } from './register-queue.ts';

export const getEvents = writeOperation({
  name: 'get-events',
  method: 'GET',
  path: '/events',
  summary: 'Wait for the next events of a queue.',
  access: 'account',
  rateLimit: 'none',
  errors: ['BAD_EVENT_QUEUE_ID'],
  parameters: {
    queue_id: optionally(
      shortText,
      'The ID of the queue. If it is not sent, this request registers a queue.',
      {
        encoding: 'either',
      },
    ),
    last_event_id: optionally(
      integer({ minimum: -1 }),
      'The highest event ID that was received; -1 for none.',
    ),
    dont_block: withDefault(boolean, false, 'Whether to respond immediately, even if there are no events.'),
    ...queueParameters,
  },
  result: {
    events: list(eventSchema),
    queue_id: optional(anyText),
  },
  async handle(context, values) {
    const { hub, actor } = context;
    if (values.queue_id === undefined) {
      const registered = await register(context, values);
      return new PreparedResult([`"events":[],"queue_id":${JSON.stringify(registered.queue_id)}`]);
    }
    if (values.last_event_id === undefined) throw missingParameter('last_event_id');
    const events = await hub.poll(
      {
        queueId: values.queue_id,
        accountId: actor.account.id,
        accessVersion: actor.account.accessVersion,
        sessionId: actor.sessionId,
        lastEventId: values.last_event_id,
        block: !values.dont_block,
        mayBeLarge: context.takeLargeResponseSlot,
      },
      context.signal,
    );
    return new PreparedResult([
      '"events":[',
      ...events.flatMap((event, at) => (at === 0 ? [event] : [',', event])),
      `],"queue_id":${JSON.stringify(values.queue_id)}`,
    ]);
  },
});
