// How many requests were answered, how, and in what time: plain numbers, which cost nothing to count.

import { family, type Sample } from './text-format.ts';

/** Upper bounds of the times to answer, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 10, 60];
/** Whatever is no operation of the API: pages, files, addresses of nothing. */
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

/** What one server has answered since it started. */
export class RequestCounts {
  readonly #answered = new Map<string, Times>();
  /** Of what was refused or failed, by operation and then by the class of its status. */
  readonly #refused = new Map<string, Map<string, number>>();

  /** Counts a request that was answered with success. */
  answered(operation: string, milliseconds: number): void {
    let times = this.#answered.get(operation);
    if (!times) {
      times = new Times();
      this.#answered.set(operation, times);
    }
    times.add(milliseconds / 1000);
  }

  /** Counts a request that was refused (4xx) or failed (5xx), of an operation where it had come to one. */
  refused(operation: string | undefined, status: number): void {
    const name = operation ?? NONE;
    const classes = this.#refused.get(name) ?? new Map<string, number>();
    const statusClass = `${Math.floor(status / 100)}xx`;
    classes.set(statusClass, (classes.get(statusClass) ?? 0) + 1);
    this.#refused.set(name, classes);
  }

  /** The lines that tell of them. */
  lines(): string[] {
    return [
      ...family(
        'parley_requests_total',
        'counter',
        'Requests of the API by operation and class of status; "none" is what came to no operation.',
        this.#totals(),
      ),
      ...family(
        'parley_request_seconds',
        'histogram',
        'Time to answer with success, by operation; long polls include their wait.',
        this.#histograms(),
      ),
    ];
  }

  *#totals(): Iterable<Sample> {
    for (const [operation, { count }] of this.#answered) yield [{ operation, status: '2xx' }, count];
    for (const [operation, classes] of this.#refused)
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
