// Sends a call of an operation according to its declaration: path parameters in the path, the others in the body, beside
// a picture if the call has one.

import type { Declaration } from '../../src/api-contract/operation.ts';
import { filledPath } from '../access/support.ts';
import { credentials } from '../uploads/support.ts';
import type { UploadedFiles, ValidCall } from './calls/call.ts';
import { picture } from './things.ts';
import type { World } from './world.ts';

/** Parameters as wire texts. */
export type Texts = ReadonlyMap<string, string>;

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  readonly body: any;
}

/** Everything that the valid call sends. */
export function textsOf(call: ValidCall, world: World): Map<string, string> {
  const values = Object.entries(call.parameters?.(world) ?? {}).filter(([, value]) => value !== undefined);
  return new Map(
    values.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** The names of the path parameters. */
export function namesInPath({ path }: Declaration): ReadonlySet<string> {
  return new Set([...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name));
}

const keepsSlashes = (path: string) => /\{\w+\*\}/.test(path);

async function filesFor(kind: UploadedFiles): Promise<readonly File[]> {
  if (kind === 'nothing') return [];
  if (kind === 'a text') return [new File(['no picture'], 'note.txt', { type: 'text/plain' })];
  const one = new File([new Uint8Array(await picture())], 'picture.png', { type: 'image/png' });
  return kind === 'a picture' ? [one] : [one, one];
}

async function bodyFor(call: ValidCall, pairs: URLSearchParams): Promise<URLSearchParams | FormData> {
  if (call.files === undefined) return pairs;
  const form = new FormData();
  for (const [name, value] of pairs) form.set(name, value);
  for (const [index, file] of (await filesFor(call.files)).entries()) form.set(`file${index}`, file);
  return form;
}

/** Sends a call as its caller. */
export async function send(
  operation: Declaration,
  call: ValidCall,
  world: World,
  texts: Texts,
): Promise<Answered> {
  const client = world.client(call.by);
  const inPath = namesInPath(operation);
  const path = filledPath(operation.path, (name) => {
    const text = encodeURIComponent(texts.get(name) ?? '');
    return keepsSlashes(operation.path) ? text.replaceAll('%2F', '/') : text;
  });
  const pairs = new URLSearchParams([...texts].filter(([name]) => !inPath.has(name)));
  const query = operation.method === 'GET' && pairs.size > 0 ? `?${pairs}` : '';
  const response = await fetch(`${client.url}/api/v1${path}${query}`, {
    method: operation.method,
    headers: { 'user-agent': 'website', ...credentials(client) },
    ...(operation.method !== 'GET' && { body: await bodyFor(call, pairs) }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
}
