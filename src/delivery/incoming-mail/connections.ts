// How many connections a network may hold open to the mail listener, so that one that says nothing for as long as it may
// leaves room for the mail of others.

import type { SMTPServerSession } from 'smtp-server';
import { limits } from '../../contract/limits.ts';
import { networkOf } from '../../model/client-network.ts';
import { MailRefusal } from './refusal.ts';

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
