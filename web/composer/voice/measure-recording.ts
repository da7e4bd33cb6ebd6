// Measures a complete recording, and writes its duration into it.

import { waveformOf } from '../../lib/waveform.ts';
import { withDuration } from '../../lib/webm-duration.ts';
import type { Measures } from '../../store/voice-drafts.ts';

/** The lowest rate that all browsers offer: decoding a quarter of an hour takes 30 MB. */
const SAMPLE_RATE = 8000;
/** Recordings of browsers have their general information in the first few hundred bytes. */
const HEAD_BYTES = 4096;

/** The sound of a file; undefined if the browser cannot decode it. */
async function decoded(file: Blob): Promise<AudioBuffer | undefined> {
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    return await context.decodeAudioData(await file.arrayBuffer());
  } catch {
    // The recording can be sent without its waveform.
    return undefined;
  }
}

/** The file with its duration, as far as its format has a place for it. */
async function withWrittenDuration(file: Blob, seconds: number): Promise<Blob> {
  if (file.type !== 'audio/webm') return file;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const changed = withDuration(head, seconds);
  return changed ? new Blob([changed, file.slice(HEAD_BYTES)], { type: file.type }) : file;
}

/** @param seconds how long it was recorded, which is used if the file cannot be decoded */
export async function measureRecording(
  recorded: Blob,
  seconds: number,
): Promise<{ readonly file: Blob; readonly measures: Measures }> {
  const sound = await decoded(recorded);
  const measures: Measures = sound
    ? { seconds: sound.duration, waveform: waveformOf(sound.getChannelData(0)) }
    : { seconds };
  return { file: await withWrittenDuration(recorded, measures.seconds), measures };
}
