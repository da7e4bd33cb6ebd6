// Counts answered requests by outcome, and their times. Plain numbers, which cost nothing to count.

import { Durations } from '../../api-contract/durations.ts';
import { family, histogramSamples, type Sample } from './text-format.ts';

/** Upper bounds of the answer times, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 10, 60];
/** The label of everything that is not an operation: pages, files, unknown addresses. */
const NONE = 'none';

/** The requests that one server has answered since it started. */
export class RequestCounts {
  readonly #answered = new Map<string, Durations>();
  /** Rejected and failed requests, by operation and then by the class of their status. */
  readonly #rejected = new Map<string, Map<string, number>>();

  /** Counts a request that was answered successfully. */
  countAnswered(operation: string, milliseconds: number): void {
    let times = this.#answered.get(operation);
    if (!times) {
      times = new Durations(BUCKETS);
      this.#answered.set(operation, times);
    }
    times.add(milliseconds / 1000);
  }

  /** Counts a request that was rejected (4xx) or failed (5xx), under its operation if it matched one. */
  countRejected(operation: string | undefined, status: number): void {
    const name = operation ?? NONE;
    const classes = this.#rejected.get(name) ?? new Map<string, number>();
    const statusClass = `${Math.floor(status / 100)}xx`;
    classes.set(statusClass, (classes.get(statusClass) ?? 0) + 1);
    this.#rejected.set(name, classes);
  }

  /** The counts as lines of metrics. */
  lines(): string[] {
    return [
      ...family(
        'parley_requests_total',
        'counter',
        'API requests by operation and status class; "none" matched no operation.',
        this.#totals(),
      ),
      ...family(
        'parley_request_seconds',
        'histogram',
        'Duration of successful requests by operation. Long polls include the wait.',
        this.#histograms(),
      ),
    ];
  }

  *#totals(): Iterable<Sample> {
    for (const [operation, { count }] of this.#answered) yield [{ operation, status: '2xx' }, count];
    for (const [operation, classes] of this.#rejected)
      for (const [status, count] of classes) yield [{ operation, status }, count];
  }

  *#histograms(): Iterable<Sample> {
    for (const [operation, times] of this.#answered) yield* histogramSamples({ operation }, times);
  }
}
