// What the server tells about itself at `/metrics`, in the Prometheus text format.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Hubs } from '../events/hubs.ts';

export class Metrics {
  readonly #registry = new Registry();
  readonly #answers: Counter<'operation' | 'status'>;
  readonly #durations: Histogram<'operation'>;

  constructor(hubs: Hubs) {
    this.#answers = new Counter({
      name: 'parley_requests_total',
      help: 'Requests answered, by operation and status.',
      labelNames: ['operation', 'status'],
      registers: [this.#registry],
    });
    this.#durations = new Histogram({
      name: 'parley_request_seconds',
      help: 'Time to answer, by operation; long polls include their wait.',
      labelNames: ['operation'],
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 10, 60],
      registers: [this.#registry],
    });
    const gauge = new Gauge({
      name: 'parley_event_queues',
      help: 'Event queues in memory, by whether a poll waits.',
      labelNames: ['state'],
      registers: [this.#registry],
      async collect() {
        const loaded = await hubs.loaded();
        gauge.set(
          { state: 'waiting' },
          loaded.reduce((sum, hub) => sum + hub.waitingCount, 0),
        );
        gauge.set(
          { state: 'known' },
          loaded.reduce((sum, hub) => sum + hub.queueCount, 0),
        );
      },
    });
    collectDefaultMetrics({ register: this.#registry });
  }

  answered(operation: string, status: number, milliseconds: number): void {
    this.#answers.inc({ operation, status: String(status) });
    if (status === 200) this.#durations.observe({ operation }, milliseconds / 1000);
  }

  /** Counts a request that was refused or failed. */
  refused(): void {
    this.#answers.inc({ operation: 'refused', status: 'error' });
  }

  /** The metrics as text. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
