// The views of events about calls: only for clients that declare the capability `calls`, with the client's name for the
// empty topic, and signals for the queue of one device alone.

import { extraOf } from '../../api-contract/event.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type { WireCall } from '../../model/native-calls/native-call.ts';
import type {
  CallSignalExtra,
  callEvent,
  callRingEvent,
  callSignalEvent,
} from '../../model/native-calls/native-call-events.ts';
import type { Viewer } from '../viewer.ts';
import type { ViewOf } from './event-view.ts';

/** A call with the client's name for the topic. */
export function displayedCall<C extends Pick<WireCall, 'stream_id' | 'topic'>>(
  call: C,
  { options }: Pick<Viewer, 'options'>,
): C {
  if (call.stream_id === null) return call;
  return { ...call, topic: displayTopic(call.topic, options.capabilities.empty_topic_name) };
}

export const callView: ViewOf<typeof callEvent> = ({ payload }, viewer) => {
  if (!viewer.options.capabilities.calls) return undefined;
  return payload.op === 'remove' ? payload : { ...payload, call: displayedCall(payload.call, viewer) };
};

export const callRingView: ViewOf<typeof callRingEvent> = ({ payload }, viewer) => {
  if (!viewer.options.capabilities.calls) return undefined;
  return payload.op === 'stop' ? payload : { ...payload, call: displayedCall(payload.call, viewer) };
};

export const callSignalView: ViewOf<typeof callSignalEvent> = (entry, viewer) => {
  if (!viewer.options.capabilities.calls) return undefined;
  return extraOf<CallSignalExtra>(entry).queueId === viewer.queueId ? entry.payload : undefined;
};
