// A multipart body, taken apart as it comes: its fields become texts, its files go to disk. It is read only when it is
// known whose it is.

import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ApiError, badRequest, requestTooLarge, tooManyParameters } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { FileFacts, RequestFiles } from './arriving-files.ts';
import type { SentParameters } from './sent-parameters.ts';

/** What a body says beside its largest file. */
const BESIDE_FILE_BYTES = 64 * 1024;

/** The most that a body may have with a file of so many bytes, or with texts alone. */
export function multipartBytes(fileBytes: number): number {
  return Math.max(fileBytes, limits.requestBodyBytes) + BESIDE_FILE_BYTES;
}

/** Where the files of a body go; undefined for operations that take none. */
export type FileSink = Pick<RequestFiles, 'keep' | 'fileBytes'> | undefined;

type Parser = InstanceType<typeof Busboy>;

function malformed(): ApiError {
  return badRequest('Malformed multipart body');
}

function tooManyFiles(): ApiError {
  return badRequest(`A request may have at most ${limits.filesPerRequest} files.`);
}

function parserFor(contentType: string, fileBytes: number): Parser {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: limits.fieldsPerRequest,
        files: limits.filesPerRequest,
        // Of a larger file one byte more is taken, so that every operation finds it too large in its own words.
        fileSize: fileBytes + 1,
        fieldSize: limits.requestBodyBytes,
        headerPairs: limits.headersPerPart,
        headerSize: limits.partHeaderBytes,
      },
    });
  } catch {
    throw malformed();
  }
}

/** Does something in a handler of events, out of which nothing may be thrown. */
function attempt(refuse: (reason: unknown) => void, step: () => void): void {
  try {
    step();
  } catch (error) {
    refuse(error instanceof ApiError ? error : malformed());
  }
}

class MultipartBody {
  readonly #into: SentParameters;
  readonly #sink: FileSink;
  readonly #arriving: Promise<unknown>[] = [];
  #fieldCharacters = 0;

  constructor(into: SentParameters, sink: FileSink) {
    this.#into = into;
    this.#sink = sink;
  }

  async read(contentType: string, body: Readable): Promise<void> {
    const fileBytes = this.#sink?.fileBytes ?? 0;
    const parser = parserFor(contentType, fileBytes);
    const feed = new Feed(parser, body, multipartBytes(fileBytes));
    try {
      await this.#parse(parser, feed);
      await Promise.all(this.#arriving);
    } catch (error) {
      feed.stop();
      // Files that are still coming fail with their body; why it was refused is told once.
      for (const one of this.#arriving) one.catch(() => undefined);
      throw error;
    }
  }

  #parse(parser: Parser, feed: Feed): Promise<void> {
    return new Promise((resolve, reject) => {
      parser.on('field', (name: string | undefined, value: string, _nameIsCut: boolean, isCut: boolean) => {
        if (name === undefined) reject(malformed());
        else if (isCut || this.#isFilledBy(name, value)) reject(requestTooLarge());
        else attempt(reject, () => this.#into.take(name, () => value));
      });
      parser.on('fieldsLimit', () => reject(tooManyParameters()));
      parser.on('filesLimit', () => reject(tooManyFiles()));
      parser.on(
        'file',
        (fieldName = '', stream: Readable, fileName = '', _encoding: string, contentType: string) =>
          this.#takeFile({ fieldName, fileName, contentType }, stream, reject),
      );
      parser.on('error', () => reject(malformed()));
      parser.on('finish', () => resolve());
      feed.start(reject);
    });
  }

  /** Counts a field; whether all of them are now more than a body may hold. */
  #isFilledBy(name: string, value: string): boolean {
    this.#fieldCharacters += name.length + value.length;
    return this.#fieldCharacters > limits.requestBodyBytes;
  }

  #takeFile(facts: FileFacts, stream: Readable, refuse: (reason: unknown) => void): void {
    // Whether the body or the disk failed, the promise of the file says; an error without a listener would end the server.
    stream.on('error', () => undefined);
    if (!this.#sink) {
      stream.resume();
      refuse(badRequest('This operation takes no files.'));
      return;
    }
    try {
      const arrived = this.#sink.keep(facts, stream);
      arrived.catch((error) => refuse(error instanceof ApiError ? error : malformed()));
      this.#arriving.push(arrived.then((file) => this.#into.files.push(file)));
    } catch (error) {
      stream.resume();
      refuse(error);
    }
  }
}

/**
 * Hands a body to its parser as fast as that takes it. In place of a pipe, because the parser throws at some bodies, and
 * out of a pipe nobody could catch that.
 */
class Feed {
  readonly #parser: Parser;
  readonly #body: Readable;
  readonly #most: number;
  #size = 0;
  #take: ((chunk: Buffer) => void) | undefined;

  constructor(parser: Parser, body: Readable, most: number) {
    this.#parser = parser;
    this.#most = most;
    this.#body = body;
  }

  start(refuse: (reason: unknown) => void): void {
    const parser = this.#parser;
    const body = this.#body;
    this.#take = (chunk) => {
      this.#size += chunk.length;
      if (this.#size > this.#most) refuse(requestTooLarge());
      else attempt(refuse, () => parser.write(chunk) || body.pause());
    };
    parser.on('drain', () => body.resume());
    body.on('end', () => this.#take && attempt(refuse, () => parser.end()));
    body.on('error', () => refuse(malformed()));
    body.on('close', () => body.readableEnded || refuse(malformed()));
    body.on('data', this.#take);
  }

  /** Reads what is left and forgets it. */
  stop(): void {
    if (this.#take) this.#body.off('data', this.#take);
    this.#take = undefined;
    this.#body.resume();
  }
}

/**
 * Takes a body apart as it comes. The rest of one that is refused is read and forgotten.
 * @throws 400 for one that is malformed, 413 for one that is too large, 429 where too many files are coming in
 */
export function readMultipart(
  into: SentParameters,
  contentType: string,
  body: Readable,
  sink: FileSink,
): Promise<void> {
  return new MultipartBody(into, sink).read(contentType, body);
}
