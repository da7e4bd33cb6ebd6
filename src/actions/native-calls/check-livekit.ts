// What a LiveKit server reports: a device that joins a room without being in the call is removed, and one that may not share
// a screen loses what the token allowed. Inside a unit of work.

import type { Writer } from '../../storage/reader-writer.ts';
import { participationWith } from '../../stores/native-calls/participant-store.ts';
import { mayShareScreen } from '../../stores/native-calls/screen-permission.ts';
import { queuePublishing, queueRemoval } from './livekit-outbox.ts';

/** A participant has joined the room of a call. */
export async function checkJoined(writer: Writer, callId: number, session: string): Promise<void> {
  const participant = await participationWith(writer, callId, session);
  if (!participant || participant.left_at !== null) await queueRemoval(writer, callId, session);
  else if ((await mayShareScreen(writer, callId, session)) === false)
    await queuePublishing(writer, callId, session);
}
