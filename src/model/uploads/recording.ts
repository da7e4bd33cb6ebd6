// The length and loudness of a recording, such as a voice message. Its uploader measures them, so that clients can draw
// it before they load it. They are only shown, and nothing else depends on them.

import { integer, matchingText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Recording } from '../../markdown/contract.ts';
import type { Row } from '../../storage/schema.ts';

const WAVEFORM = /^[0-9a-f]{64}$/;

export const recordingSeconds = integer({ minimum: 1, maximum: limits.recordingSeconds });
export const waveform = matchingText(WAVEFORM, '64 hexadecimal digits');

/** The recording of a row; undefined if nothing valid is stored, which archives of other servers may contain. */
export function recordingOf({
  recording_seconds: seconds,
  waveform,
}: Pick<Row<'attachment'>, 'recording_seconds' | 'waveform'>): Recording | undefined {
  if (seconds === null || waveform === null) return undefined;
  const isValid = seconds >= 1 && seconds <= limits.recordingSeconds && WAVEFORM.test(waveform);
  return isValid ? { seconds, waveform } : undefined;
}
