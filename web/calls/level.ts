// How loud the own microphone is, for the meter of the devices.

import { useEffect, useState } from 'preact/hooks';

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
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    audio.createMediaStreamSource(new MediaStream([copy])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      setLevel(Math.min(1, Math.sqrt(power) * GAIN));
    }, READ_MILLISECONDS);
    return () => {
      clearInterval(timer);
      copy.stop();
      void audio.close();
    };
  }, [track]);
  return level;
}
