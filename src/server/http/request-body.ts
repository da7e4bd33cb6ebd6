// Reads the body of an API request after it is authenticated, within limits on its size, its time, and the
// total memory of all bodies, of which each sender gets only a share.

import type { IncomingMessage } from 'node:http';
import {
  badRequest,
  bodyTooSlow,
  overloaded,
  rateLimited,
  requestTooLarge,
} from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { BodyQueue } from './body-queue.ts';

/** The limits for bodies of a class of senders. */
export interface BodyLimits {
  readonly bytes: number;
  readonly seconds: number;
  /** Limits the bytes of all their bodies in memory. */
  readonly inFlight: BytesInFlight;
}

const TRY_AGAIN_SECONDS = 5;

/** Counts the bytes of bodies in memory, over all requests that share the limit. */
export class BytesInFlight {
  readonly #totalLimit: number;
  readonly #senderLimit: number;
  readonly #bytesBySender = new Map<string, number>();
  #total = 0;

  /** @param senderLimit the share that one account or network may take, which leaves room for others */
  constructor(totalLimit: number, senderLimit: number) {
    this.#totalLimit = totalLimit;
    this.#senderLimit = senderLimit;
  }

  /** Bytes in memory now. */
  get bytesInMemory(): number {
    return this.#total;
  }

  /** @throws 429 if the sender has too many bytes already, 503 if the total limit is reached */
  reserve(sender: string, bytes: number): void {
    const own = (this.#bytesBySender.get(sender) ?? 0) + bytes;
    if (own > this.#senderLimit) throw rateLimited(TRY_AGAIN_SECONDS, { connection: 'close' });
    if (this.#total + bytes > this.#totalLimit) throw overloaded();
    this.#bytesBySender.set(sender, own);
    this.#total += bytes;
  }

  release(sender: string, bytes: number): void {
    const remaining = (this.#bytesBySender.get(sender) ?? 0) - bytes;
    if (remaining > 0) this.#bytesBySender.set(sender, remaining);
    else this.#bytesBySender.delete(sender);
    this.#total -= bytes;
  }
}

const turns = new BodyQueue();

/**
 * The allowances of authenticated and of anonymous senders. They are separate so that anonymous ones cannot
 * use up the other.
 */
export function bodyLimits(): { readonly account: BodyLimits; readonly anonymous: BodyLimits } {
  return {
    account: {
      bytes: limits.requestBodyBytes,
      seconds: limits.bodySeconds,
      inFlight: new BytesInFlight(limits.bodyBytesInFlight, limits.bodyBytesInFlightPerAccount),
    },
    anonymous: {
      bytes: limits.anonymousBodyBytes,
      seconds: limits.anonymousBodySeconds,
      inFlight: new BytesInFlight(
        limits.anonymousBodyBytesInFlight,
        limits.anonymousBodyBytesInFlightPerNetwork,
      ),
    },
  };
}

/** A body in memory, counted until it is released. */
export class BufferedBody {
  readonly #inFlight: BytesInFlight;
  readonly #sender: string;
  #size = 0;

  /** @param sender the account or network that it is counted for */
  constructor(inFlight: BytesInFlight, sender: string) {
    this.#inFlight = inFlight;
    this.#sender = sender;
  }

  /**
   * Reads all of it. The rest of a rejected body is not read.
   * @throws 413, 408, 429 or 503 for a body that is too large, too slow, over its sender's share, or over the
   * total limit; 400 for an incomplete one
   */
  async read(request: IncomingMessage, { bytes, seconds }: BodyLimits): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw requestTooLarge();
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(bodyTooSlow())), seconds * 1000);
      const onChunk = (chunk: Buffer) => {
        try {
          if (this.#size + chunk.length > bytes) throw requestTooLarge();
          this.#inFlight.reserve(this.#sender, chunk.length);
          this.#size += chunk.length;
          chunks.push(chunk);
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const abort = () =>
        request.readableEnded || finish(() => reject(badRequest('The request body ended early.')));
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        request.off('data', onChunk).off('end', end).off('close', abort);
        settle();
      };
      const end = () => finish(resolve);
      request.on('data', onChunk).on('end', end).on('close', abort).on('error', abort);
    });
    await turns.waitForTurn(this.#size);
    return Buffer.concat(chunks, this.#size);
  }

  /** Releases its bytes. */
  release(): void {
    this.#inFlight.release(this.#sender, this.#size);
    this.#size = 0;
  }
}
