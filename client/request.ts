// Turns a call into a request: parameters go into the path, the query or the body, each in its declared
// encoding.

import type { ClientRoute } from '../src/api-contract/client-table.ts';

export interface EncodedCall {
  /** The path below `/api/v1`, with the query. */
  readonly path: string;
  readonly body: URLSearchParams | FormData | undefined;
}

/**
 * Texts of plain parameters are sent as they are, everything else as JSON: a channel named `7` is not the one
 * with id 7.
 */
function encodeParameter(route: ClientRoute, name: string, value: unknown): string {
  return typeof value === 'string' && route.plain?.includes(name) ? value : JSON.stringify(value);
}

/** A value as a path segment. Dots alone would change the path in every URL parser. */
function pathPart(name: string, text: string): string {
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} cannot be '${text}'`);
  return encodeURIComponent(text);
}

/** Throws a TypeError if a path parameter is missing, and for files if the operation accepts none. */
export function encodeCall(
  route: ClientRoute,
  parameters: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, Blob>> | undefined,
): EncodedCall {
  if (files && !route.files) throw new TypeError(`${route.method} ${route.path} takes no files`);
  const inPath = new Set<string>();
  const path = route.path.replace(/\{(\w+)(\*?)\}/g, (_match, name: string, rest: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`${name} is missing`);
    inPath.add(name);
    const text = encodeParameter(route, name, value);
    return rest
      ? text
          .split('/')
          .map((part) => pathPart(name, part))
          .join('/')
      : pathPart(name, text);
  });
  const pairs = Object.entries(parameters)
    .filter(([name, value]) => value !== undefined && !inPath.has(name))
    .map(([name, value]): [string, string] => [name, encodeParameter(route, name, value)]);
  if (files) return { path, body: multipart(pairs, files) };
  const form = new URLSearchParams(pairs);
  if (route.method !== 'GET') return { path, body: form };
  return { path: form.size > 0 ? `${path}?${form}` : path, body: undefined };
}

function multipart(
  pairs: readonly (readonly [string, string])[],
  files: Readonly<Record<string, Blob>>,
): FormData {
  const form = new FormData();
  for (const [name, text] of pairs) form.set(name, text);
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}
