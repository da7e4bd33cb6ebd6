// The body of a request of the API, read when it is known whose it is: up to what they may send, in the time that they
// have, and only while all bodies together leave room, of which nobody gets more than a share.

import type { IncomingMessage } from 'node:http';
import {
  badRequest,
  bodyTooSlow,
  overloaded,
  rateLimited,
  requestTooLarge,
} from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { BodyTurns } from './body-turns.ts';

/** How much, and for how long, those may send who are counted together. */
export interface BodyAllowance {
  readonly bytes: number;
  readonly seconds: number;
  /** Over all of them at the same moment. */
  readonly inFlight: BytesInFlight;
}

const TRY_AGAIN_SECONDS = 5;

/** Bytes of bodies that are held in memory, of all requests that share the bound. */
export class BytesInFlight {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #heldByEach = new Map<string, number>();
  #held = 0;

  /** @param mostOfOne how much of it one account or network may take, so that there is room for the others */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** @throws 429 where their sender has too many already, 503 where there is no room for them */
  take(sender: string, bytes: number): void {
    const own = (this.#heldByEach.get(sender) ?? 0) + bytes;
    if (own > this.#mostOfOne) throw rateLimited(TRY_AGAIN_SECONDS, { connection: 'close' });
    if (this.#held + bytes > this.#most) throw overloaded();
    this.#heldByEach.set(sender, own);
    this.#held += bytes;
  }

  release(sender: string, bytes: number): void {
    const left = (this.#heldByEach.get(sender) ?? 0) - bytes;
    if (left > 0) this.#heldByEach.set(sender, left);
    else this.#heldByEach.delete(sender);
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
      inFlight: new BytesInFlight(limits.bodyBytesInFlight, limits.bodyBytesInFlightPerAccount),
    },
    stranger: {
      bytes: limits.strangerBodyBytes,
      seconds: limits.strangerBodySeconds,
      inFlight: new BytesInFlight(
        limits.strangerBodyBytesInFlight,
        limits.strangerBodyBytesInFlightPerNetwork,
      ),
    },
  };
}

/** A body in memory, counted until it is released. */
export class HeldBody {
  readonly #inFlight: BytesInFlight;
  readonly #sender: string;
  #size = 0;

  /** @param sender the account or network that it is counted for */
  constructor(inFlight: BytesInFlight, sender: string) {
    this.#inFlight = inFlight;
    this.#sender = sender;
  }

  /**
   * Reads all of it. The rest of one that is refused is not read.
   * @throws 413, 408, 429 or 503 for a body that is too large, too slow, one too many of its sender, or for which there is
   *   no room; 400 for one that breaks off
   */
  async read(request: IncomingMessage, { bytes, seconds }: BodyAllowance): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw requestTooLarge();
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(bodyTooSlow())), seconds * 1000);
      const take = (chunk: Buffer) => {
        try {
          if (this.#size + chunk.length > bytes) throw requestTooLarge();
          this.#inFlight.take(this.#sender, chunk.length);
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
    this.#inFlight.release(this.#sender, this.#size);
    this.#size = 0;
  }
}
