// The lines of a connection: sound, camera and screen, in this order. Each connection has all of them from the beginning,
// so that switching a camera on later only replaces a track, without another exchange of descriptions.

import type { CameraProfile } from './camera-profile.ts';
import { type Medium, media, type Tracks } from './engine.ts';
import type { Connection, Encoding, MediaTrack, Transceiver } from './platform.ts';

const kinds: Readonly<Record<Medium, string>> = { microphone: 'audio', camera: 'video', screen: 'video' };

/** Adds the lines to a new connection, whose offer describes them. */
export function addLines(connection: Connection): void {
  for (const medium of media) connection.addTransceiver(kinds[medium], { direction: 'sendrecv' });
}

/** The line of a medium; undefined if the other side, which made the offer, has none. */
function lineOf(connection: Connection, medium: Medium): Transceiver | undefined {
  const ofKind = connection.getTransceivers().filter(({ receiver }) => receiver.track.kind === kinds[medium]);
  return ofKind[medium === 'screen' ? 1 : 0];
}

/** Sends a track on the line of a medium, or nothing. */
export async function sendOn(
  connection: Connection,
  medium: Medium,
  track: MediaTrack | undefined,
): Promise<void> {
  const line = lineOf(connection, medium);
  if (!line) return;
  // The lines of an answer send nothing unless told to.
  if (line.direction !== 'sendrecv') line.direction = 'sendrecv';
  if (line.sender.track !== (track ?? null)) await line.sender.replaceTrack(track ?? null);
}

/** Limits what the camera or the screen may send. Before the first descriptions are exchanged there is nothing to limit. */
export async function limitBits(
  connection: Connection,
  medium: 'camera' | 'screen',
  { bitsPerSecond, framesPerSecond }: Pick<CameraProfile, 'bitsPerSecond' | 'framesPerSecond'>,
): Promise<void> {
  const sender = lineOf(connection, medium)?.sender;
  const parameters = sender?.getParameters();
  const [encoding] = parameters?.encodings ?? [];
  if (!sender || !parameters || !encoding) return;
  const limits: Encoding = { maxBitrate: bitsPerSecond, maxFramerate: framesPerSecond };
  if (encoding.maxBitrate === limits.maxBitrate && encoding.maxFramerate === limits.maxFramerate) return;
  Object.assign(encoding, limits);
  await sender.setParameters(parameters);
}

/** How loud the sound is that was played last, from 0 to 1. */
export function receivedLevel(connection: Connection): number {
  const sources = lineOf(connection, 'microphone')?.receiver.getSynchronizationSources() ?? [];
  return Math.max(0, ...sources.map(({ audioLevel }) => audioLevel ?? 0));
}

/** What arrives on the lines. */
export function receivedTracks(connection: Connection): Tracks {
  const tracks: Partial<Record<Medium, MediaTrack>> = {};
  for (const medium of media) {
    const track = lineOf(connection, medium)?.receiver.track;
    if (track) tracks[medium] = track;
  }
  return tracks;
}
