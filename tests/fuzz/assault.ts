// Sends hostile bytes to a server over many connections, and records its answers.

import { once } from 'node:events';
import { connect } from 'node:net';
import { type Attack, type Authorizations, Dice, nextAttack } from './hostile-bytes.ts';

/** How long a connection is listened to before it is dropped, once the server has answered another request. */
const LISTEN_MILLISECONDS = 2000;
const PAUSE_MILLISECONDS = 20;

export interface Outcome {
  readonly attack: number;
  readonly kind: string;
  readonly statuses: readonly number[];
  /** The beginning of the answer, if it includes a server failure. */
  readonly failure: string | undefined;
}

export interface AssaultOptions {
  readonly port: number;
  readonly seed: number;
  readonly authorizations: Authorizations;
  readonly connections: number;
  /** Whether to start another attack. */
  continues(begun: number): boolean;
}

const statusLine = /HTTP\/1\.1 (\d{3}) /g;

/** Resolves when the server has answered a request, which a loaded machine may delay by any time. */
async function hasAnswered(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
}

async function carryOut(port: number, attack: Attack, number: number): Promise<Outcome> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closeEvent = once(socket, 'close').catch(() => undefined);
  for (const piece of attack.pieces) {
    if (attack.isSlow) await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    if (socket.destroyed) break;
    socket.write(piece);
  }
  if (attack.disconnects) socket.end();
  const timer = setTimeout(() => void hasAnswered(port).then(() => socket.destroy()), LISTEN_MILLISECONDS);
  // After an answer, do not wait for the connection to become idle.
  socket.on('data', () => {
    if (attack.kind !== 'pipelined') setTimeout(() => socket.destroy(), PAUSE_MILLISECONDS);
  });
  await closeEvent;
  clearTimeout(timer);
  const text = Buffer.concat(chunks).toString('latin1');
  const statuses = [...text.matchAll(statusLine)].map(([, status]) => Number(status));
  const isFailure = (status: number) => status >= 500 && status !== 503;
  const failure = statuses.some(isFailure) ? text.slice(0, 600) : undefined;
  return { attack: number, kind: attack.kind, statuses, failure };
}

/** Sends attacks until `continues` returns false; attack number n of a seed is always the same. */
export async function assault(options: AssaultOptions): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let attackCount = 0;
  const connection = async () => {
    while (options.continues(attackCount)) {
      const number = attackCount++;
      const attack = nextAttack(new Dice(options.seed + number), options.authorizations);
      outcomes.push(await carryOut(options.port, attack, number));
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  return outcomes;
}
