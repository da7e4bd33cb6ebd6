// The type of codecs. A codec combines a description of JSON values (its JSON Schema) and a decoder, so that
// documentation and behavior cannot differ.

import type { Path } from './path.ts';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Decodes a parsed JSON value; `path` names it in errors, e.g. `messages[2]`. */
export interface Codec<T> {
  readonly schema: JsonSchema;
  /** @throws DecodingError, or another `ApiError` with a message of its own */
  decode(value: unknown, path: Path): T;
}

/** The type that a codec decodes to. */
export type Decoded<C> = C extends Codec<infer T> ? T : never;

/**
 * Intersected with the type of a codec whose clients send something other than what it decodes to. Does not
 * exist at run time.
 */
export interface SentAs<W> {
  readonly sentAs?: W;
}

/** The type that clients send for a codec. */
export type Sent<C> = 'sentAs' extends keyof C ? (C extends SentAs<infer W> ? W : never) : Decoded<C>;

/** The same codec with a description, for readers of the API reference. */
export function described<C extends Codec<unknown>>(codec: C, description: string): C {
  return { ...codec, schema: { ...codec.schema, description } };
}

/** The same codec with a title, which makes its schema a component of the OpenAPI document. */
export function titled<C extends Codec<unknown>>(codec: C, title: string): C {
  return { ...codec, schema: { title, ...codec.schema } };
}

/** Whether a parsed JSON value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
