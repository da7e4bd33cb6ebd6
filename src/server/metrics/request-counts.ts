// Counts answered requests by outcome, and their times. Plain numbers, which cost nothing to count.

import { family, type Sample } from './text-format.ts';

/** Upper bounds of the answer times, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 10, 60];
/** The label of everything that is not an operation: pages, files, unknown addresses. */
const NONE = 'none';

class Times {
  readonly counts = new Array<number>(BUCKETS.length).fill(0);
  count = 0;
  sum = 0;

  add(seconds: number): void {
    this.count++;
    this.sum += seconds;
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }
}

/** The requests that one server has answered since it started. */
export class RequestCounts {
  readonly #answered = new Map<string, Times>();
  /** Rejected and failed requests, by operation and then by the class of their status. */
  readonly #rejected = new Map<string, Map<string, number>>();

  /** Counts a request that was answered successfully. */
  countAnswered(operation: string, milliseconds: number): void {
    let times = this.#answered.get(operation);
    if (!times) {
      times = new Times();
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
    for (const [operation, { counts, count, sum }] of this.#answered) {
      let below = 0;
      for (const [index, bound] of BUCKETS.entries()) {
        below += counts[index] ?? 0;
        yield [{ operation, le: bound }, below, '_bucket'];
      }
      yield [{ operation, le: '+Inf' }, count, '_bucket'];
      yield [{ operation }, sum, '_sum'];
      yield [{ operation }, count, '_count'];
    }
  }
}
