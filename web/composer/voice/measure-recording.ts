// Measures a complete recording, and writes what browsers left out of it.

import { waveformOf } from '../../lib/waveform.ts';
import { withDuration } from '../../lib/webm-duration.ts';
import { withKeyFrames } from '../../lib/webm-key-frames.ts';
import type { Measures } from '../../store/voice-drafts.ts';

/** The lowest rate that all browsers offer: decoding a quarter of an hour takes 30 MB. */
const SAMPLE_RATE = 8000;
/** Recordings of browsers have their general information in the first few hundred bytes. */
const HEAD_BYTES = 4096;

/** The sound of a file; undefined if the browser cannot decode it. Takes the bytes. */
async function decoded(bytes: ArrayBuffer): Promise<AudioBuffer | undefined> {
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    return await context.decodeAudioData(bytes);
  } catch {
    // The recording can be sent without its waveform.
    return undefined;
  }
}

/** The file as every browser plays it: with its duration and with key frames, as far as its format has places for them. */
function playable(recorded: Blob, bytes: Uint8Array<ArrayBuffer>, seconds: number): Blob {
  if (recorded.type !== 'audio/webm') return recorded;
  const marked = withKeyFrames(bytes) ?? bytes;
  const head = marked.subarray(0, HEAD_BYTES);
  return new Blob([withDuration(head, seconds) ?? head, marked.subarray(HEAD_BYTES)], {
    type: recorded.type,
  });
}

/** @param seconds how long it was recorded, which is used if the file cannot be decoded */
export async function measureRecording(
  recorded: Blob,
  seconds: number,
): Promise<{ readonly file: Blob; readonly measures: Measures }> {
  const bytes = new Uint8Array(await recorded.arrayBuffer());
  const sound = await decoded(bytes.slice().buffer);
  const measures: Measures = sound
    ? { seconds: sound.duration, waveform: waveformOf(sound.getChannelData(0)) }
    : { seconds };
  return { file: playable(recorded, bytes, measures.seconds), measures };
}
