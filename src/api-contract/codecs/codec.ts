// What a codec is: a description of JSON values (its JSON Schema) and a decoder in one, so that what is documented and
// what is accepted cannot differ.

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Decodes a parsed JSON value; `path` names it in refusals, e.g. `messages[2]`. */
export interface Codec<T> {
  readonly schema: JsonSchema;
  decode(value: unknown, path: string): T;
}

/** What a codec decodes to. */
export type Decoded<C> = C extends Codec<infer T> ? T : never;

/** Added to the type of a codec whose clients send something else than what it decodes to; there at no run time. */
export interface SentAs<W> {
  readonly sentAs?: W;
}

/** What clients send for a codec. */
export type Sent<C> = 'sentAs' extends keyof C ? (C extends SentAs<infer W> ? W : never) : Decoded<C>;

/** Whether a parsed JSON value is an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
