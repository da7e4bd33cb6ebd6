// What the server tells about itself at `/metrics`, in the Prometheus text format. Requests are counted in plain
// numbers, which costs nothing; the library that measures the process is loaded when somebody first asks.

import type { Hubs } from '../events/hubs.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';

/** Upper bounds of the times to answer, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 10, 60];

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

/** What one server counts. */
export class Metrics {
  readonly #hubs: Hubs;
  /** Of answered requests, by operation. */
  readonly #times = new Map<string, Times>();
  #refused = 0;
  #process: Promise<{ metrics(): Promise<string> }> | undefined;

  constructor(hubs: Hubs) {
    this.#hubs = hubs;
  }

  /** Counts a request that was answered with success. */
  answered(operation: string, milliseconds: number): void {
    let times = this.#times.get(operation);
    if (!times) {
      times = new Times();
      this.#times.set(operation, times);
    }
    times.add(milliseconds / 1000);
  }

  /** Counts a request that was refused or failed. */
  refused(): void {
    this.#refused++;
  }

  /** The metrics as text. */
  async text(): Promise<string> {
    this.#process ??= import('prom-client').then(({ collectDefaultMetrics, Registry }) => {
      const registry = new Registry();
      collectDefaultMetrics({ register: registry });
      return registry;
    });
    const ofProcess = await (await this.#process).metrics();
    return `${[...this.#requests(), ...(await this.#queues())].join('\n')}\n${ofProcess}`;
  }

  #requests(): string[] {
    const lines = [
      '# HELP parley_requests_total Requests answered, by operation; those refused or failed as one.',
      '# TYPE parley_requests_total counter',
    ];
    for (const [operation, { count }] of this.#times) {
      lines.push(`parley_requests_total{operation="${operation}"} ${count}`);
    }
    lines.push(
      `parley_requests_total{operation="refused"} ${this.#refused}`,
      '# HELP parley_request_seconds Time to answer, by operation; long polls include their wait.',
      '# TYPE parley_request_seconds histogram',
    );
    for (const [operation, { counts, count, sum }] of this.#times) {
      let below = 0;
      for (const [index, bound] of BUCKETS.entries()) {
        below += counts[index] ?? 0;
        lines.push(`parley_request_seconds_bucket{operation="${operation}",le="${bound}"} ${below}`);
      }
      lines.push(
        `parley_request_seconds_bucket{operation="${operation}",le="+Inf"} ${count}`,
        `parley_request_seconds_sum{operation="${operation}"} ${sum}`,
        `parley_request_seconds_count{operation="${operation}"} ${count}`,
      );
    }
    return lines;
  }

  async #queues(): Promise<string[]> {
    const loaded = await this.#hubs.loaded();
    const sum = (of: (hub: OrganizationHub) => number) => loaded.reduce((total, hub) => total + of(hub), 0);
    return [
      '# HELP parley_event_queues Event queues in memory, by whether a poll waits.',
      '# TYPE parley_event_queues gauge',
      `parley_event_queues{state="waiting"} ${sum((hub) => hub.waitingCount)}`,
      `parley_event_queues{state="known"} ${sum((hub) => hub.queueCount)}`,
      '# HELP parley_event_looks_total Waiting polls that entries of the log were held against.',
      '# TYPE parley_event_looks_total counter',
      `parley_event_looks_total ${sum((hub) => hub.lookCount)}`,
    ];
  }
}
