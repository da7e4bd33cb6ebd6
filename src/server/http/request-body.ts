// The body of a request of the API, read when it is known whose it is: up to what they may send, in the time that they
// have, and only while all bodies together leave room.

import type { IncomingMessage } from 'node:http';
import { badRequest, bodyTooSlow, overloaded, requestTooLarge } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { BodyTurns } from './body-turns.ts';

/** How much, and for how long, those may send who are counted together. */
export interface BodyAllowance {
  readonly bytes: number;
  readonly seconds: number;
  /** Over all of them at the same moment. */
  readonly inFlight: BytesInFlight;
}

/** Bytes of bodies that are held in memory, of all requests that share the bound. */
export class BytesInFlight {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** @throws 503 where there is no room for them */
  take(bytes: number): void {
    if (this.#held + bytes > this.#most) throw overloaded();
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

const turns = new BodyTurns();

/** The allowances of those who have shown who they are, and of strangers, who cannot take the room of the others. */
export function bodyAllowances(): { readonly account: BodyAllowance; readonly stranger: BodyAllowance } {
  return {
    account: {
      bytes: limits.requestBodyBytes,
      seconds: limits.bodySeconds,
      inFlight: new BytesInFlight(limits.bodyBytesInFlight),
    },
    stranger: {
      bytes: limits.strangerBodyBytes,
      seconds: limits.strangerBodySeconds,
      inFlight: new BytesInFlight(limits.strangerBodyBytesInFlight),
    },
  };
}

/** A body in memory, counted until it is released. */
export class HeldBody {
  readonly #inFlight: BytesInFlight;
  #size = 0;

  constructor(inFlight: BytesInFlight) {
    this.#inFlight = inFlight;
  }

  /**
   * Reads all of it. The rest of one that is refused is not read.
   * @throws 413, 408 or 503 for a body that is too large, too slow, or for which there is no room; 400 for one that
   *   breaks off
   */
  async read(request: IncomingMessage, { bytes, seconds }: BodyAllowance): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw requestTooLarge();
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(bodyTooSlow())), seconds * 1000);
      const take = (chunk: Buffer) => {
        try {
          if (this.#size + chunk.length > bytes) throw requestTooLarge();
          this.#inFlight.take(chunk.length);
          this.#size += chunk.length;
          chunks.push(chunk);
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const breakOff = () => request.readableEnded || finish(() => reject(badRequest('The body broke off.')));
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        request.off('data', take).off('end', end).off('close', breakOff);
        settle();
      };
      const end = () => finish(resolve);
      request.on('data', take).on('end', end).on('close', breakOff).on('error', breakOff);
    });
    await turns.take(this.#size);
    return Buffer.concat(chunks, this.#size);
  }

  /** Says that nobody holds it any more. */
  release(): void {
    this.#inFlight.release(this.#size);
    this.#size = 0;
  }
}
