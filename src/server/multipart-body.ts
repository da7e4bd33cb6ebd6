// A multipart body, taken apart as it comes: its fields become texts, its files go to disk. It is read only when it is
// known whose it is.

import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { type ApiError, badRequest, requestTooLarge } from '../contract/error.ts';
import { limits, MEBIBYTE } from '../contract/limits.ts';
import type { UploadedFile } from '../contract/operation.ts';
import type { FileFacts, RequestFiles } from './arriving-files.ts';

/** Of a larger file one byte more is taken, so that every operation finds it too large in its own words. */
const MAX_FILE_BYTES = limits.fileMegabytes * MEBIBYTE;
/** With the largest file and what else the body says of it. */
export const MAX_MULTIPART_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** What a request sent: texts by name, and files. */
export interface RawParameters {
  readonly values: Map<string, string>;
  readonly files: UploadedFile[];
}

/** Where the files of a body go; undefined for operations that take none. */
export type FileSink = Pick<RequestFiles, 'keep'> | undefined;

type Parser = InstanceType<typeof Busboy>;

function malformed(): ApiError {
  return badRequest('Malformed multipart body');
}

function tooManyParts(): ApiError {
  return badRequest(
    `A multipart body may have at most ${limits.fieldsPerRequest} fields and ${limits.filesPerRequest} files.`,
  );
}

function parserFor(contentType: string): Parser {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: limits.fieldsPerRequest,
        files: limits.filesPerRequest,
        fileSize: MAX_FILE_BYTES + 1,
        fieldSize: limits.requestBodyBytes,
      },
    });
  } catch {
    throw malformed();
  }
}

class MultipartBody {
  readonly #into: RawParameters;
  readonly #sink: FileSink;
  readonly #arriving: Promise<unknown>[] = [];
  #fieldCharacters = 0;

  constructor(into: RawParameters, sink: FileSink) {
    this.#into = into;
    this.#sink = sink;
  }

  async read(contentType: string, body: Readable): Promise<void> {
    const parser = parserFor(contentType);
    try {
      await this.#parse(parser, body);
      await Promise.all(this.#arriving);
    } catch (error) {
      body.unpipe(parser);
      body.resume();
      for (const one of this.#arriving) one.catch(() => undefined);
      throw error;
    }
  }

  #parse(parser: Parser, body: Readable): Promise<void> {
    return new Promise((resolve, reject) => {
      parser.on('field', (name: string, value: string, _nameIsCut: boolean, isCut: boolean) => {
        if (isCut || this.#isFilledBy(name, value)) reject(requestTooLarge());
        else this.#into.values.set(name, value);
      });
      for (const bound of ['fieldsLimit', 'filesLimit'] as const) {
        parser.on(bound, () => reject(tooManyParts()));
      }
      parser.on(
        'file',
        (fieldName: string, stream: Readable, fileName = '', _encoding: string, contentType: string) =>
          this.#takeFile({ fieldName, fileName, contentType }, stream, reject),
      );
      parser.on('error', () => reject(malformed()));
      parser.on('finish', () => resolve());
      let size = 0;
      body.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_MULTIPART_BYTES) reject(requestTooLarge());
      });
      body.on('error', () => reject(malformed()));
      body.on('close', () => body.readableEnded || reject(malformed()));
      body.pipe(parser);
    });
  }

  /** Counts a field; whether all of them are now more than a body may hold. */
  #isFilledBy(name: string, value: string): boolean {
    this.#fieldCharacters += name.length + value.length;
    return this.#fieldCharacters > limits.requestBodyBytes;
  }

  #takeFile(facts: FileFacts, stream: Readable, refuse: (reason: unknown) => void): void {
    if (!this.#sink) {
      stream.resume();
      return;
    }
    try {
      const arrived = this.#sink.keep(facts, stream);
      arrived.catch(refuse);
      this.#arriving.push(arrived.then((file) => this.#into.files.push(file)));
    } catch (error) {
      stream.resume();
      refuse(error);
    }
  }
}

/**
 * Takes a body apart as it comes. The rest of one that is refused is read and forgotten.
 * @throws 400 for one that is malformed, 413 for one that is too large, 429 where too many files are coming in
 */
export function readMultipart(
  into: RawParameters,
  contentType: string,
  body: Readable,
  sink: FileSink,
): Promise<void> {
  return new MultipartBody(into, sink).read(contentType, body);
}
