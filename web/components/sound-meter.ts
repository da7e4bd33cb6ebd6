// Measures how loud a stream of a microphone is at the moment.

import { loudness } from '../lib/waveform.ts';

export interface SoundMeter {
  /** From 0 to 1; speech that is near to the microphone is about a fifth. */
  readonly loudness: number;
  close(): void;
}

/** Measures a stream until it is closed. Without the means to measure, everything is silent. */
export function meterOf(stream: MediaStream): SoundMeter {
  if (!('AudioContext' in globalThis)) return { loudness: 0, close: () => undefined };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  try {
    context.createMediaStreamSource(stream).connect(analyser);
  } catch (error) {
    void context.close();
    throw error;
  }
  const samples = new Float32Array(analyser.fftSize);
  return {
    get loudness() {
      analyser.getFloatTimeDomainData(samples);
      return loudness(samples);
    },
    close: () => void context.close(),
  };
}
