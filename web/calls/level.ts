// How loud the own microphone is, for the meter of the devices.

import { useEffect, useState } from 'preact/hooks';
import { meterOf } from '../components/sound-meter.ts';

const READ_MILLISECONDS = 100;
/** Speech is far below the loudest sound. */
const GAIN = 4;

/** From 0 to 1; 0 without a microphone. */
export function useLevel(track: MediaStreamTrack | undefined): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    setLevel(0);
    if (!track) return undefined;
    // A copy, so that it is measured while the microphone is off.
    const copy = track.clone();
    copy.enabled = true;
    const meter = meterOf(new MediaStream([copy]));
    const timer = setInterval(() => setLevel(Math.min(1, meter.loudness * GAIN)), READ_MILLISECONDS);
    return () => {
      clearInterval(timer);
      copy.stop();
      meter.close();
    };
  }, [track]);
  return level;
}
