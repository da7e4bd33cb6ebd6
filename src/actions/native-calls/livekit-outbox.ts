// Outbox rows of what a LiveKit server is to do because someone left a call or it ended. The unit of work that ends the
// participation queues them, so that losing access ends it there too.

import { type Codec, count, exactly, jsonText, recordOf, variants } from '../../api-contract/codec.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { queueWork } from '../outbox/outbox-store.ts';

/** The kind of the outbox rows. */
export const LIVEKIT_KIND = 'livekit';

export type LiveKitWork =
  | { readonly type: 'remove'; readonly callId: number; readonly session: string }
  | { readonly type: 'end'; readonly callId: number };

type Variant<T extends LiveKitWork['type']> = Extract<LiveKitWork, { readonly type: T }>;

/** The payload of a row. */
export const livekitWork: Codec<LiveKitWork> = variants('type', {
  remove: recordOf<Variant<'remove'>>({ type: exactly('remove'), callId: count, session: jsonText }),
  end: recordOf<Variant<'end'>>({ type: exactly('end'), callId: count }),
});

/** Queues the removal of a participant from the room of a call. */
export async function queueRemoval(writer: Writer, callId: number, session: string): Promise<void> {
  await queueWork(
    writer,
    LIVEKIT_KIND,
    JSON.stringify({ type: 'remove', callId, session } satisfies LiveKitWork),
  );
}

/** Queues the end of the room of a call. */
export async function queueRoomEnd(writer: Writer, callId: number): Promise<void> {
  await queueWork(writer, LIVEKIT_KIND, JSON.stringify({ type: 'end', callId } satisfies LiveKitWork));
}
