// The five requests of the S3 protocol that a file store needs, signed and with time limits. All of them are
// idempotent and retried if the store is busy.

import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { CodedError } from '../errors/coded-error.ts';
import type { S3Options } from './s3-options.ts';

const ANSWER_MILLISECONDS = 30_000;
/** The time limit for sending the whole body. */
const SENDING_MILLISECONDS = 300_000;
const PAUSES = [100, 400];
const NOT_FOUND = 404;
const TOO_MANY = 429;
const TYPE = 'application/octet-stream';

/** An error response of a store. Its body may hold secrets and is dropped. */
export class S3Error extends CodedError {
  readonly status: number;

  constructor(method: string, status: number) {
    super('S3_REFUSED', `the S3 store answered ${method} with status ${status}`);
    this.status = status;
  }
}

/** A page of a list of keys. */
interface KeyPage {
  readonly keys: readonly string[];
  /** The token of the next page; undefined at the end. */
  readonly next: string | undefined;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | Blob;
}

/** The bucket's address, in the configured addressing form. */
export function bucketUrl({ endpoint, bucket, addressing }: S3Options): string {
  const url = new URL(endpoint);
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`;
  else url.pathname = `${url.pathname.replace(/\/+$/, '')}/${bucket}`;
  return url.toString().replace(/\/+$/, '');
}

export class S3Client {
  readonly #signer: AwsClient;
  readonly #bucketUrl: string;

  constructor(options: S3Options) {
    const { accessKeyId, secretAccessKey, region } = options;
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    this.#bucketUrl = bucketUrl(options);
  }

  /** Stores an object; a file's `Blob` is read piece by piece. */
  async put(key: string, body: Buffer | Blob): Promise<void> {
    const answer = await this.#send({ method: 'PUT', key, body, headers: { 'content-type': TYPE } });
    await answer?.body?.cancel();
  }

  /** The size of an object in bytes; undefined if it does not exist. */
  async size(key: string): Promise<number | undefined> {
    const answer = await this.#send({ method: 'HEAD', key });
    return answer && Number(answer.headers.get('content-length') ?? 0);
  }

  /** An object, or the part in a `Range` header; undefined if it does not exist. */
  get(key: string, range?: string): Promise<Response | undefined> {
    return this.#send({ method: 'GET', key, ...(range !== undefined && { headers: { range } }) });
  }

  /** Removes an object; does nothing if it does not exist. */
  async delete(key: string): Promise<void> {
    const answer = await this.#send({ method: 'DELETE', key });
    await answer?.body?.cancel();
  }

  /** All keys with a prefix. */
  async list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    let page: KeyPage | undefined;
    do {
      page = await this.page(prefix, page?.next);
      keys.push(...page.keys);
    } while (page.next !== undefined);
    return keys;
  }

  /**
   * A page of the keys with a prefix: the first, or the one named by a token. Keys must not hold characters
   * that XML escapes.
   */
  async page(prefix: string, token?: string): Promise<KeyPage> {
    const query = {
      'list-type': '2',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const answer = await this.#send({ method: 'GET', key: '', query });
    const text = (await answer?.text()) ?? '';
    return {
      keys: [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1] ?? ''),
      next: /<NextContinuationToken>([^<]+)</.exec(text)?.[1],
    };
  }

  /** The response; undefined if the object does not exist. @throws S3Error for an error response */
  async #send(request: S3Request): Promise<Response | undefined> {
    for (const pause of PAUSES) {
      const answer = await this.#attempt(request).catch(() => undefined);
      if (answer && !isBusy(answer)) return checkResponse(request, answer);
      await answer?.body?.cancel();
      await wait(pause);
    }
    return checkResponse(request, await this.#attempt(request));
  }

  /** One attempt; the time limit applies until the response begins, not while its body is read. */
  async #attempt({ method, key, query, headers, body }: S3Request): Promise<Response> {
    const path = key === '' ? '' : `/${key}`;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const signed = await this.#signer.sign(`${this.#bucketUrl}${path}${search}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body }),
    });
    const abort = new AbortController();
    const timeLimit = method === 'PUT' ? SENDING_MILLISECONDS : ANSWER_MILLISECONDS;
    const timer = setTimeout(() => abort.abort(new Error('the S3 store did not answer in time')), timeLimit);
    try {
      // Redirects are not followed: files are sent only to the configured store.
      return await fetch(signed, { signal: abort.signal, redirect: 'manual' });
    } finally {
      clearTimeout(timer);
    }
  }
}

function isBusy({ status }: Response): boolean {
  return status >= 500 || status === TOO_MANY;
}

async function checkResponse({ method, key }: S3Request, answer: Response): Promise<Response | undefined> {
  if (answer.ok) return answer;
  await answer.body?.cancel();
  // A missing object is a valid result; a missing bucket, which only lists and writes reveal, is an error.
  if (answer.status === NOT_FOUND && method !== 'PUT' && key !== '') return undefined;
  throw new S3Error(method, answer.status);
}
