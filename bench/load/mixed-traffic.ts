// Requests of several kinds at a given rate, beside waiting polls. They are sent when they are due, and their latency counts
// from then: a server that falls behind is not given time to recover, and the wait for a free connection counts.

import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../measure/statistics.ts';
import { Connection, requestBytes } from './connection.ts';
import type { MixedFigures, MixJob, MixOutcome, PrepareMixJob, WireRequest } from './jobs.ts';
import { WaitingPolls } from './waiting-polls.ts';

/** In the body of a request: replaced by a text by which a poll recognizes when the message was due. */
export const SENT_TEXT = 'sent-at-0000000000';
const SENT = /sent-at-(\d{10})/g;
/** How long the answers to the last requests are waited for. */
const GRACE_MILLISECONDS = 2000;

interface Kind {
  readonly name: string;
  readonly share: number;
  readonly requests: readonly WireRequest[];
  next: number;
  latencies: number[];
}

interface Due {
  readonly kind: Kind;
  readonly at: number;
}

/** Numbers from 0 to 1 that are the same in each run. */
function sameNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The traffic of one server. */
export class MixedTraffic {
  readonly #port: number;
  readonly #kinds: readonly Kind[];
  readonly #all: readonly Connection[];
  readonly #idle: Connection[];
  readonly #polls: WaitingPolls;
  readonly #random = sameNumbers();
  #waiting: Due[] = [];
  #deliveries: number[] = [];
  #failures = 0;
  #firstFailure: string | undefined;

  private constructor(job: PrepareMixJob, connections: readonly Connection[]) {
    this.#port = job.port;
    const total = job.kinds.reduce((sum, { weight }) => sum + weight, 0);
    this.#kinds = job.kinds.map(({ name, weight, requests }) => ({
      name,
      share: weight / total,
      requests,
      next: 0,
      latencies: [],
    }));
    this.#all = connections;
    this.#idle = [...connections];
    this.#polls = new WaitingPolls(job.port, (body) => this.#noteDeliveries(body));
  }

  /** Opens the connections and the polls. */
  static async prepare(job: PrepareMixJob): Promise<MixedTraffic> {
    const connections = await Promise.all(
      Array.from({ length: job.connections }, () => Connection.open(job.port)),
    );
    const traffic = new MixedTraffic(job, connections);
    await traffic.#polls.open(job.polls);
    return traffic;
  }

  /** Sends at a rate for some time, and waits for the answers. */
  async run({ rate, seconds }: MixJob): Promise<MixOutcome> {
    this.#waiting = [];
    this.#deliveries = [];
    this.#failures = 0;
    for (const kind of this.#kinds) kind.latencies = [];
    const end = performance.now() + seconds * 1000;
    let sent = 0;
    for (let due = performance.now(); due < end; ) {
      const now = performance.now();
      for (; due <= now && due < end; due += this.#pause(rate)) {
        this.#waiting.push({ kind: this.#chooseKind(), at: due });
        sent++;
      }
      this.#sendWaiting();
      await sleep(1);
    }
    const answered = () =>
      this.#kinds.reduce((sum, { latencies }) => sum + latencies.length, 0) + this.#failures;
    for (
      const until = performance.now() + GRACE_MILLISECONDS;
      answered() < sent && performance.now() < until;
    )
      await sleep(5);
    return {
      kinds: this.#kinds.map(({ name, latencies }) => figuresOf(name, latencies)),
      delivery: figuresOf('delivery', this.#deliveries),
      late: sent - answered(),
      failures: this.#failures,
      firstFailure: this.#firstFailure ?? this.#polls.failure,
    };
  }

  /** Closes all connections. */
  close(): void {
    for (const connection of this.#all) connection.close();
    this.#polls.close();
  }

  /** The milliseconds between two requests, as independent people make them. */
  #pause(rate: number): number {
    return (-Math.log(1 - this.#random()) * 1000) / rate;
  }

  #chooseKind(): Kind {
    let rest = this.#random();
    for (const kind of this.#kinds) {
      rest -= kind.share;
      if (rest < 0) return kind;
    }
    return this.#kinds[0] as Kind;
  }

  #sendWaiting(): void {
    let sent = 0;
    for (; sent < this.#waiting.length && this.#idle.length > 0; sent++) {
      const due = this.#waiting[sent];
      const connection = this.#idle.pop();
      if (due && connection) this.#send(connection, due);
    }
    this.#waiting.splice(0, sent);
  }

  #send(connection: Connection, { kind, at }: Due): void {
    const request = kind.requests[kind.next++ % kind.requests.length] as WireRequest;
    const sentAt = SENT_TEXT.slice(0, -10) + String(Math.round(at)).padStart(10, '0');
    const body = request.body.replace(SENT_TEXT, sentAt);
    connection.send(
      requestBytes({ ...request, body }, this.#port),
      ({ status, body: answer }) => {
        if (status === 200) kind.latencies.push(performance.now() - at);
        else this.#fail(`${kind.name}: ${status} ${answer.toString('utf8').slice(0, 300)}`);
        this.#idle.push(connection);
        this.#sendWaiting();
      },
      (error) => this.#fail(`${kind.name}: ${error.message}`),
    );
  }

  #noteDeliveries(body: Buffer): void {
    const now = performance.now();
    const seen = new Set([...body.toString('latin1').matchAll(SENT)].map(([, at]) => Number(at)));
    for (const at of seen) this.#deliveries.push(now - at);
  }

  #fail(failure: string): void {
    this.#failures++;
    this.#firstFailure ??= failure;
  }
}

function figuresOf(name: string, latencies: readonly number[]): MixedFigures {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => (sorted.length > 0 ? percentile(sorted, share) : undefined);
  return { name, answers: sorted.length, p50: at(0.5), p99: at(0.99) };
}
