// Files for tests, and how clients upload and download them.

import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { ApiClient } from '../support/client.ts';

export interface Sent {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  readonly body: any;
}

/** The header with a client's credentials; none for an anonymous client. */
export function credentials(client: ApiClient): Record<string, string> {
  return client.email === '' ? {} : { authorization: `Basic ${btoa(`${client.email}:${client.apiKey}`)}` };
}

/** Sends files in a multipart body. */
export async function sendFiles(
  client: ApiClient,
  path: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly type?: string }[],
  fields: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [index, { name, bytes, type = 'application/octet-stream' }] of files.entries()) {
    form.set(`file${index}`, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const response = await fetch(`${client.url}/api/v1${path}`, {
    method,
    headers: credentials(client),
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

export interface Upload {
  readonly url: string;
  readonly pathId: string;
  readonly filename: string;
}

/** Uploads a file; returns its address. */
export async function upload(
  client: ApiClient,
  name: string,
  content: string | Uint8Array,
  type?: string,
): Promise<Upload> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { status, body } = await sendFiles(client, '/user_uploads', [{ name, bytes, ...(type && { type }) }]);
  assert.equal(status, 200, JSON.stringify(body));
  return { url: body.url, pathId: body.url.slice('/user_uploads/'.length), filename: body.filename };
}

/** Loads an address with a client's credentials; does not follow redirects. */
export function load(
  client: ApiClient,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  return fetch(client.url + path, {
    method,
    headers: { ...credentials(client), ...headers },
    redirect: 'manual',
  });
}

/** A picture of one color. */
export function png(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#8a4' } })
    .png()
    .toBuffer();
}

const frame = '21f90400000000002c0000000001000100000202440100';

/** The smallest GIF with this many frames. */
export function gif(frames: number): Buffer {
  return Buffer.from(`47494638396101000100800000ffffff000000${frame.repeat(frames)}3b`, 'hex');
}

/** Three different frames: encoders drop identical ones. */
export async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}
