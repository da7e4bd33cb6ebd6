// How many connections a network may hold open to the mail listener, so that one that says nothing for as long as it may
// leaves room for the mail of others, and how long each may stay, so that one that goes on talking does too.

import type { Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { limits } from '../../api-contract/limits.ts';
import { networkOf } from '../../model/client-network.ts';
import { MailRefusal } from './refusal.ts';

/** Ends a connection when its time is over: what it was about to bring comes again. */
export function endInTime(socket: Socket): void {
  const timer = setTimeout(() => {
    socket.write('421 4.4.2 This connection has lasted too long, try again.\r\n');
    socket.destroy();
  }, limits.incomingMailConnectionSeconds * 1000);
  socket.once('close', () => clearTimeout(timer));
}

/** The open connections of a listener, by the network that they come from. */
export class MailConnections {
  readonly #most = limits.incomingMailConnectionsPerNetwork;
  readonly #counts = new Map<string, number>();
  readonly #counted = new WeakSet<SMTPServerSession>();

  /** Counts a connection that begins; a refusal, which passes, where its network has enough of them. */
  open(session: SMTPServerSession): MailRefusal | undefined {
    const network = networkOf(session.remoteAddress);
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#most)
      return new MailRefusal(421, '4.7.0', '', 'Too many connections, try again later.');
    this.#counts.set(network, count + 1);
    this.#counted.add(session);
    return undefined;
  }

  /** A connection has ended, counted or not. */
  close(session: SMTPServerSession): void {
    if (!this.#counted.delete(session)) return;
    const network = networkOf(session.remoteAddress);
    const left = (this.#counts.get(network) ?? 0) - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }
}
