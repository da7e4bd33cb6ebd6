// The loudness of a recording in 64 equal parts, each a hexadecimal digit, which is drawn as a waveform.

const PARTS = 64;
const LOUDEST = 15;
const FORM = /^[0-9a-f]{64}$/;

/** The mean loudness of samples. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}

/** A loudness from 0 to 1 as a level from 0 to 15. Ears notice ratios, so quiet sounds are raised. */
export function levelOf(loudness: number): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, loudness))) * LOUDEST);
}

/** The waveform of samples. The loudest part has the highest level, unless all are almost silent. */
export function waveformOf(samples: Float32Array): string {
  const parts = Array.from({ length: PARTS }, (_, index) => {
    const boundary = (at: number) => Math.floor((samples.length * at) / PARTS);
    return loudness(samples.subarray(boundary(index), boundary(index + 1)));
  });
  const loudest = Math.max(0.01, ...parts);
  return parts.map((part) => levelOf(part / loudest).toString(16)).join('');
}

/** The levels of a waveform, from 0 to 15; undefined if it has another form. */
export function levelsIn(waveform: string): number[] | undefined {
  return FORM.test(waveform) ? [...waveform].map((digit) => Number.parseInt(digit, 16)) : undefined;
}

/** The outline of bars, for an SVG whose height is 32 and whose bars are 4 apart. */
export function barsPath(levels: readonly number[]): string {
  return levels
    .map((level, index) => {
      const half = 1 + (level / LOUDEST) * 13;
      return `M${index * 4 + 2} ${16 - half}v${half * 2}`;
    })
    .join('');
}
