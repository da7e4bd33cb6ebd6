// Counts durations by upper bounds, for metrics. Plain numbers, which cost nothing to count.

/** How often something took how long. */
export class Durations {
  /** Upper bounds in seconds, in order. */
  readonly bounds: readonly number[];
  /** For each bound the number of durations up to it and above the bound before. */
  readonly counts: number[];
  count = 0;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = bounds.map(() => 0);
  }

  add(seconds: number): void {
    this.count++;
    this.sum += seconds;
    const bucket = this.bounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }
}
