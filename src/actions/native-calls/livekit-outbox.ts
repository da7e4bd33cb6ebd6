// Outbox rows of what a LiveKit server is to do because someone left a call, it ended, or someone may publish something
// else. The unit of work that decides it queues them, so that losing access ends it there too.

import { type Codec, count, exactly, jsonText, recordOf, variants } from '../../api-contract/codec.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { queueWork } from '../outbox/outbox-store.ts';

/** The kind of the outbox rows. */
export const LIVEKIT_KIND = 'livekit';

export type LiveKitWork =
  | { readonly type: 'remove'; readonly callId: number; readonly session: string }
  | { readonly type: 'publishing'; readonly callId: number; readonly session: string }
  | { readonly type: 'end'; readonly callId: number };

type Variant<T extends LiveKitWork['type']> = Extract<LiveKitWork, { readonly type: T }>;

/** The payload of a row. */
export const livekitWork: Codec<LiveKitWork> = variants('type', {
  remove: recordOf<Variant<'remove'>>({ type: exactly('remove'), callId: count, session: jsonText }),
  publishing: recordOf<Variant<'publishing'>>({
    type: exactly('publishing'),
    callId: count,
    session: jsonText,
  }),
  end: recordOf<Variant<'end'>>({ type: exactly('end'), callId: count }),
});

/** Queues the removal of a participant from the room of a call. */
export async function queueRemoval(writer: Writer, callId: number, session: string): Promise<void> {
  await queue(writer, { type: 'remove', callId, session });
}

/** Queues that the server learns what a participant may publish by the time it is told. */
export async function queuePublishing(writer: Writer, callId: number, session: string): Promise<void> {
  await queue(writer, { type: 'publishing', callId, session });
}

/** Queues the end of the room of a call. */
export async function queueRoomEnd(writer: Writer, callId: number): Promise<void> {
  await queue(writer, { type: 'end', callId });
}

function queue(writer: Writer, work: LiveKitWork): Promise<void> {
  return queueWork(writer, LIVEKIT_KIND, JSON.stringify(work));
}
