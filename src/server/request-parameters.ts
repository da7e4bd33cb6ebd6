// The parameters of a request as texts, wherever the client put them: query string, form body or multipart body.

import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { badRequest, malformedJson } from '../contract/error.ts';
import { limits } from '../contract/limits.ts';
import type { UploadedFile } from '../contract/operation.ts';

/** Of a larger file one byte more is taken, so that every operation finds it too large in its own words. */
const MAX_FILE_BYTES = limits.fileMegabytes * 1024 * 1024;

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
  body: Buffer | undefined,
): Promise<RawParameters> {
  const values = new Map<string, string>();
  const files: UploadedFile[] = [];
  addPairs(values, query);
  if (body && body.length > 0) {
    if (contentType.startsWith('multipart/form-data')) await addMultipart(values, files, contentType, body);
    else if (!contentType.startsWith('application/json')) addPairs(values, body.toString('utf8'));
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

function addMultipart(
  values: Map<string, string>,
  files: UploadedFile[],
  contentType: string,
  body: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(badRequest('Malformed multipart body'));
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: {
          fields: 1000,
          files: 10,
          fileSize: MAX_FILE_BYTES + 1,
          fieldSize: limits.requestBodyBytes,
        },
      });
    } catch {
      malformed();
      return;
    }
    parser.on('field', (name: string, value: string) => values.set(name, value));
    parser.on(
      'file',
      (fieldName: string, stream: Readable, fileName: string, _encoding: string, type: string) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () =>
          files.push({
            fieldName,
            fileName: fileName ?? '',
            contentType: type,
            bytes: Buffer.concat(chunks),
          }),
        );
      },
    );
    parser.on('error', malformed);
    parser.on('finish', () => resolve());
    Readable.from([body]).pipe(parser);
  });
}
