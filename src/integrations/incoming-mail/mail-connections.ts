// Limits the open connections per network to the mail listener and the duration of each, so that neither an
// idle nor a busy client blocks the mail of others.

import type { Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { limits } from '../../api-contract/limits.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import { MailError } from './mail-errors.ts';

/** Ends a connection when its time is over; its client will try again. */
export function endInTime(socket: Socket): void {
  const timer = setTimeout(() => {
    socket.write('421 4.4.2 This connection has lasted too long, try again.\r\n');
    socket.destroy();
  }, limits.incomingMailConnectionSeconds * 1000);
  socket.once('close', () => clearTimeout(timer));
}

/** The number of a listener's open connections by client network. */
export class MailConnections {
  readonly #maximum = limits.incomingMailConnectionsPerNetwork;
  readonly #counts = new Map<string, number>();
  readonly #countedSessions = new WeakSet<SMTPServerSession>();

  /** Counts a new connection. Returns a temporary error if its network has too many. */
  open(session: SMTPServerSession): MailError | undefined {
    const network = clientNetworkOf(session.remoteAddress);
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#maximum)
      return new MailError(421, '4.7.0', '', 'Too many connections, try again later.');
    this.#counts.set(network, count + 1);
    this.#countedSessions.add(session);
    return undefined;
  }

  /** Called for each connection that ends, counted or not. */
  close(session: SMTPServerSession): void {
    if (!this.#countedSessions.delete(session)) return;
    const network = clientNetworkOf(session.remoteAddress);
    const remaining = (this.#counts.get(network) ?? 0) - 1;
    if (remaining > 0) this.#counts.set(network, remaining);
    else this.#counts.delete(network);
  }
}
