// Thousands of long polls, each on its own connection. An answered poll is sent again with the highest event id it received,
// as clients do. In a wave, this happens for all polls at its end, outside the measured time.

import { Connection, requestBytes } from './connection.ts';
import type { WakeJob, WakeOutcome, WireRequest } from './jobs.ts';

/** Connections opened at the same time; fewer than the backlog of a listening socket. */
const OPEN_AT_ONCE = 100;
/** The server accepts a bounded number of connections from one address. */
const CONNECTIONS_PER_ADDRESS = 5000;
const EVENT_ID = Buffer.from('"id":');

interface Poll {
  readonly connection: Connection;
  request: WireRequest;
}

/** The polls of one run. */
export class WaitingPolls {
  readonly #port: number;
  readonly #polls: Poll[] = [];
  #answered = 0;
  /** Set while a wave is timed. */
  #onAll: (() => void) | undefined;
  #failure: Error | undefined;
  readonly #onAnswer: ((body: Buffer) => void) | undefined;

  /** @param onAnswer gets the body of each answered poll */
  constructor(port: number, onAnswer?: (body: Buffer) => void) {
    this.#port = port;
    this.#onAnswer = onAnswer;
  }

  /** Opens the connections and sends a poll on each. */
  async open(requests: readonly WireRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += OPEN_AT_ONCE) {
      const slice = requests.slice(from, from + OPEN_AT_ONCE);
      const address = `127.0.0.${1 + Math.floor(from / CONNECTIONS_PER_ADDRESS)}`;
      const opened = await Promise.all(
        slice.map(async (request) => ({ connection: await Connection.open(this.#port, address), request })),
      );
      for (const poll of opened) {
        this.#polls.push(poll);
        this.#send(poll);
      }
    }
  }

  /** Sends a request that wakes all polls, and waits until the last is answered. */
  async wake(job: WakeJob): Promise<WakeOutcome> {
    const connection = await Connection.open(job.port);
    this.#answered = 0;
    const all = new Promise<void>((resolve) => {
      this.#onAll = resolve;
    });
    const sentAt = performance.now();
    const answered = await new Promise<number>((resolve, reject) => {
      connection.send(
        requestBytes(job.request, job.port),
        ({ status, body }) => {
          if (status === 200) resolve(performance.now() - sentAt);
          else reject(new Error(`The waking request failed: ${body.toString('utf8').slice(0, 300)}`));
        },
        reject,
      );
    });
    await all;
    const last = performance.now() - sentAt;
    this.#onAll = undefined;
    connection.close();
    if (this.#failure) throw this.#failure;
    for (const poll of this.#polls) this.#send(poll);
    return { answered, last, polls: this.#polls.length };
  }

  /** The error of the first poll that failed, if any. */
  get failure(): string | undefined {
    return this.#failure?.message;
  }

  close(): void {
    for (const { connection } of this.#polls) connection.close();
  }

  #send(poll: Poll): void {
    poll.connection.send(
      requestBytes(poll.request, this.#port),
      ({ status, body }) => {
        if (status !== 200) {
          this.#fail(new Error(`A poll failed: ${body.toString('utf8').slice(0, 300)}`));
          return;
        }
        poll.request = { ...poll.request, path: pathAfter(poll.request.path, body) };
        this.#onAnswer?.(body);
        this.#answered++;
        if (!this.#onAll) this.#send(poll);
        else if (this.#answered === this.#polls.length) this.#onAll();
      },
      (error) => this.#fail(error),
    );
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#onAll?.();
  }
}

/** The path of the next poll after a response. */
function pathAfter(path: string, body: Buffer): string {
  const at = body.lastIndexOf(EVENT_ID);
  if (at < 0) return path;
  const digits = body.toString('latin1', at + EVENT_ID.length, at + EVENT_ID.length + 20);
  return path.replace(/last_event_id=-?\d+/, `last_event_id=${Number.parseInt(digits, 10)}`);
}
