// Decides whether another participant is heard, and when to repair the connection: from the packets that arrive, because
// browsers report a lost connection only after many seconds.

import type { Reach } from './engine.ts';

/** What was seen of a connection at a moment. */
export interface Sighting {
  readonly now: number;
  /** How many packets of sound have arrived so far. */
  readonly packets: number;
  /** Whether the browser considers the connection established. */
  readonly isConnected: boolean;
  /** Whether the other participant has switched the microphone off, and perhaps sends nothing. */
  readonly isMuted: boolean;
}

export type Repair = 'none' | 'restart' | 'renew';

/** Almost a second, because timers are not exact. */
const SILENCE_MILLISECONDS = 900;
const PAUSE_MILLISECONDS = 3000;
/** After this time another connection replaces one that could not be repaired. */
const RENEW_MILLISECONDS = 30_000;

export class Liveness {
  /** How much longer this side waits before it makes another connection, so that both sides do not do so at once. */
  readonly #delay: number;
  #reach: Reach = 'connecting';
  #packets = 0;
  #expectsPackets = false;
  #heardAt: number;
  #since: number;
  #repairedAt: number;

  constructor(now: number, isPolite: boolean) {
    this.#heardAt = now;
    this.#since = now;
    this.#repairedAt = now;
    this.#delay = isPolite ? PAUSE_MILLISECONDS : 0;
  }

  get reach(): Reach {
    return this.#reach;
  }

  /** Notes that the other side has answered: it is there, even if it sends no sound. */
  answered(): void {
    this.#expectsPackets = false;
  }

  /** Notes that a repair was begun for another reason. */
  repaired(now: number): void {
    this.#repairedAt = now;
  }

  /** Called each second; returns what to do. */
  see({ now, packets, isConnected, isMuted }: Sighting): Repair {
    // A new connection counts from zero.
    const hasGrown = packets > this.#packets;
    this.#packets = packets;
    if (hasGrown) this.#expectsPackets = true;
    if (hasGrown || (isConnected && isMuted && !this.#expectsPackets)) {
      this.#reach = 'connected';
      this.#heardAt = now;
      return 'none';
    }
    if (this.#reach === 'connected') {
      if (now - this.#heardAt < SILENCE_MILLISECONDS) return 'none';
      this.#reach = 'lost';
      this.#since = now;
      return this.#repair(now, 'restart');
    }
    if (now - this.#since >= RENEW_MILLISECONDS + this.#delay) {
      this.#reach = 'lost';
      this.#since = now;
      return this.#repair(now, 'renew');
    }
    if (now - this.#repairedAt < PAUSE_MILLISECONDS) return 'none';
    this.#reach = 'lost';
    return this.#repair(now, 'restart');
  }

  #repair(now: number, repair: Repair): Repair {
    this.#repairedAt = now;
    return repair;
  }
}
