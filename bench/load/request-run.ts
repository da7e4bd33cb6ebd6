// Runs requests over several connections, and measures the latency of each response.

import { percentile } from '../measure/statistics.ts';
import { type Answer, Connection, requestBytes } from './connection.ts';
import type { RequestJob, RequestOutcome } from './jobs.ts';

/** Runs a job to its end; rejects if a connection fails. */
export async function runRequests(job: RequestJob): Promise<RequestOutcome> {
  const bytes = job.requests.map((request) => requestBytes(request, job.port));
  const connections = await Promise.all(
    Array.from({ length: job.connections }, (_, number) =>
      Connection.open(job.ports?.[number % job.ports.length] ?? job.port),
    ),
  );
  try {
    return await new Run(job, bytes).over(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

class Run {
  readonly #job: RequestJob;
  readonly #bytes: readonly Buffer[];
  readonly #latencies: number[] = [];
  readonly #bodies: string[] = [];
  #sent = 0;
  #failures = 0;
  #firstFailure: string | undefined;
  #bodyBytes = 0;
  #until = Number.POSITIVE_INFINITY;

  constructor(job: RequestJob, bytes: readonly Buffer[]) {
    this.#job = job;
    this.#bytes = bytes;
  }

  async over(connections: readonly Connection[]): Promise<RequestOutcome> {
    const startedAt = performance.now();
    if (this.#job.seconds !== undefined) this.#until = startedAt + this.#job.seconds * 1000;
    await Promise.all(connections.map((connection) => this.#drive(connection)));
    const seconds = (performance.now() - startedAt) / 1000;
    const sorted = Float64Array.from(this.#latencies).sort();
    return {
      answers: sorted.length,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
      seconds,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      longest: sorted.at(-1) ?? Number.NaN,
      bytes: Math.round(this.#bodyBytes / Math.max(1, sorted.length)),
      bodies: this.#bodies,
    };
  }

  #drive(connection: Connection): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        const index = this.#sent;
        // At least one request is sent, since rows check its response.
        const isTimeUp = index > 0 && performance.now() >= this.#until;
        if (isTimeUp || index >= (this.#job.count ?? Number.POSITIVE_INFINITY)) {
          resolve();
          return;
        }
        const request = this.#bytes[index % this.#bytes.length];
        if (!request) return resolve();
        this.#sent++;
        const sentAt = performance.now();
        connection.send(
          request,
          (answer) => {
            this.#latencies.push(performance.now() - sentAt);
            this.#record(index, answer);
            next();
          },
          reject,
        );
      };
      next();
    });
  }

  #record(index: number, answer: Answer): void {
    this.#bodyBytes += answer.body.length;
    if (index === 0 || this.#job.keepBodies) this.#bodies[index] = answer.body.toString('utf8');
    if (answer.status === 200) return;
    this.#failures++;
    this.#firstFailure ??= `${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`;
  }
}
