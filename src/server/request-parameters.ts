// The parameters of a request as texts, wherever the client put them: query string, form body or multipart body. A
// multipart body is read only here, after the caller is known, and its files go to disk as they come.

import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { badRequest, malformedJson, requestTooLarge } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { UploadedFile } from '../contract/operation.ts';
import type { RequestFiles } from './arriving-files.ts';

/** Of a larger file one byte more is taken, so that every operation finds it too large in its own words. */
const MAX_FILE_BYTES = limits.fileMegabytes * 1024 * 1024;
/** With the largest file and what else the body says of it. */
export const MAX_MULTIPART_BYTES = MAX_FILE_BYTES + 64 * 1024;

export interface RawParameters {
  readonly values: Map<string, string>;
  readonly files: UploadedFile[];
}

function addPairs(values: Map<string, string>, text: string): void {
  if (text === '') return;
  for (const [name, value] of Object.entries(parse(text, '&', '=', { maxKeys: 1000 }))) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined) values.set(name, last);
  }
}

/** Takes the parameters out of a query string and a body; the body wins where both name one. */
export async function rawParameters(
  query: string,
  contentType: string,
  body: Buffer | Readable | undefined,
  sink: FileSink,
): Promise<RawParameters> {
  const values = new Map<string, string>();
  const files: UploadedFile[] = [];
  addPairs(values, query);
  if (body instanceof Readable) await addMultipart(values, files, contentType, body, sink);
  else if (body && body.length > 0) {
    if (contentType.startsWith('multipart/form-data')) {
      await addMultipart(values, files, contentType, Readable.from([body]), sink);
    } else if (!contentType.startsWith('application/json')) addPairs(values, body.toString('utf8'));
    else addJson(values, body);
  }
  return { values, files };
}

/** A JSON object in place of a form: each value becomes the text that the form would have held. */
function addJson(values: Map<string, string>, body: Buffer): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw malformedJson();
  }
  if (typeof parsed !== 'object' || parsed === null) return;
  for (const [name, value] of Object.entries(parsed)) {
    values.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/** Where the files of a body go; undefined for operations that take none. */
export type FileSink = Pick<RequestFiles, 'keep'> | undefined;

function multipartParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: 1000, files: 10, fileSize: MAX_FILE_BYTES + 1, fieldSize: limits.requestBodyBytes },
    });
  } catch {
    throw badRequest('Malformed multipart body');
  }
}

/** Takes a body apart as it comes. The rest of one that is refused is read and forgotten. */
async function addMultipart(
  values: Map<string, string>,
  files: UploadedFile[],
  contentType: string,
  body: Readable,
  sink: FileSink,
): Promise<void> {
  const parser = multipartParser(contentType);
  const arriving: Promise<unknown>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const malformed = () => reject(badRequest('Malformed multipart body'));
      let size = 0;
      parser.on('field', (name: string, value: string) => values.set(name, value));
      parser.on(
        'file',
        (fieldName: string, stream: Readable, fileName = '', _encoding: string, contentType: string) => {
          if (!sink) {
            stream.resume();
            return;
          }
          try {
            const arrived = sink.keep({ fieldName, fileName, contentType }, stream);
            arrived.catch(reject);
            arriving.push(arrived.then((file) => files.push(file)));
          } catch (error) {
            stream.resume();
            reject(error);
          }
        },
      );
      parser.on('error', malformed);
      parser.on('finish', () => resolve());
      body.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_MULTIPART_BYTES) reject(requestTooLarge());
      });
      body.on('error', malformed);
      body.on('close', () => body.readableEnded || malformed());
      body.pipe(parser);
    });
    await Promise.all(arriving);
  } catch (error) {
    body.unpipe(parser);
    body.resume();
    for (const one of arriving) one.catch(() => undefined);
    throw error;
  }
}
