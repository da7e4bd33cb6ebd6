// Parses a multipart body as it arrives: fields become texts, files are written to disk. Read only after the
// request is authenticated.

import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ApiError, badRequest, requestTooLarge, tooManyParameters } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { FileDescription, RequestFiles } from './arriving-files.ts';
import type { SentParameters } from './sent-parameters.ts';

/** Allowance for a body's content other than its largest file. */
const NON_FILE_BYTES = 64 * 1024;

/** The maximum size of a body with a file of this size, or with texts only. */
export function multipartBytes(fileBytes: number): number {
  return Math.max(fileBytes, limits.requestBodyBytes) + NON_FILE_BYTES;
}

/** Where the files of a body are written; undefined for operations without files. */
export type FileSink = Pick<RequestFiles, 'receive' | 'fileBytes'> | undefined;

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
        // One byte more than allowed, so that every operation can reject a larger file with its own message.
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

/** Runs a step in an event handler, which must not throw. */
function runStep(reject: (reason: unknown) => void, step: () => void): void {
  try {
    step();
  } catch (error) {
    reject(error instanceof ApiError ? error : malformed());
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
      // Files still arriving fail together with their body; only the first error is reported.
      for (const arriving of this.#arriving) arriving.catch(() => undefined);
      throw error;
    }
  }

  #parse(parser: Parser, feed: Feed): Promise<void> {
    return new Promise((resolve, reject) => {
      parser.on('field', (name: string | undefined, value: string, _nameIsCut: boolean, isCut: boolean) => {
        if (name === undefined) reject(malformed());
        else if (isCut || this.#exceedsLimitWith(name, value)) reject(requestTooLarge());
        else runStep(reject, () => this.#into.add(name, () => value));
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

  /** Counts a field. True if all fields together exceed the limit of a body. */
  #exceedsLimitWith(name: string, value: string): boolean {
    this.#fieldCharacters += name.length + value.length;
    return this.#fieldCharacters > limits.requestBodyBytes;
  }

  #takeFile(description: FileDescription, stream: Readable, reject: (reason: unknown) => void): void {
    // Failures are reported by the file's promise; an error without a listener would end the server.
    stream.on('error', () => undefined);
    if (!this.#sink) {
      stream.resume();
      reject(badRequest('This operation does not accept files.'));
      return;
    }
    try {
      const arrived = this.#sink.receive(description, stream);
      arrived.catch((error) => reject(error instanceof ApiError ? error : malformed()));
      this.#arriving.push(arrived.then((file) => this.#into.files.push(file)));
    } catch (error) {
      stream.resume();
      reject(error);
    }
  }
}

/**
 * Feeds a body to its parser with backpressure. Replaces a pipe because the parser throws on some bodies,
 * which could not be caught from a pipe.
 */
class Feed {
  readonly #parser: Parser;
  readonly #body: Readable;
  readonly #limit: number;
  #size = 0;
  #onChunk: ((chunk: Buffer) => void) | undefined;

  constructor(parser: Parser, body: Readable, limit: number) {
    this.#parser = parser;
    this.#limit = limit;
    this.#body = body;
  }

  start(reject: (reason: unknown) => void): void {
    const parser = this.#parser;
    const body = this.#body;
    this.#onChunk = (chunk) => {
      this.#size += chunk.length;
      if (this.#size > this.#limit) reject(requestTooLarge());
      else runStep(reject, () => parser.write(chunk) || body.pause());
    };
    parser.on('drain', () => body.resume());
    body.on('end', () => this.#onChunk && runStep(reject, () => parser.end()));
    body.on('error', () => reject(malformed()));
    body.on('close', () => body.readableEnded || reject(malformed()));
    body.on('data', this.#onChunk);
  }

  /** Discards the rest of the body. */
  stop(): void {
    if (this.#onChunk) this.#body.off('data', this.#onChunk);
    this.#onChunk = undefined;
    this.#body.resume();
  }
}

/**
 * Parses a body as it arrives. The rest of a rejected body is read and discarded.
 * @throws 400 for a malformed body, 413 for one that is too large, 429 if too many files are arriving
 */
export function readMultipart(
  into: SentParameters,
  contentType: string,
  body: Readable,
  sink: FileSink,
): Promise<void> {
  return new MultipartBody(into, sink).read(contentType, body);
}
