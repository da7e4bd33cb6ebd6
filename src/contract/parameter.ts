// How a parameter of an operation is declared: what it holds, how it is encoded, whether it may be left out.

import type { Codec } from './codec.ts';
import { ApiError, badRequest } from './error.ts';

/**
 * How a value travels. `plain`: the characters as they are. `json`: JSON text. `either`: JSON text where it
 * parses to a string, else the characters as they are (some clients quote, some do not).
 */
export type Encoding = 'plain' | 'json' | 'either';

export interface Parameter<T, Optional extends boolean = boolean> {
  readonly codec: Codec<T>;
  readonly encoding: Encoding;
  readonly isOptional: Optional;
  readonly defaultValue?: T;
  readonly description: string;
  /** Further names under which clients send it; the declared name wins when both are sent. */
  readonly aliases: readonly string[];
  /** The feature level at which it arrived. */
  readonly since: number | undefined;
}

export interface ParameterNotes {
  readonly aliases?: readonly string[];
  readonly since?: number;
  readonly encoding?: Encoding;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a handler receives for a set of declared parameters. */
export type ParameterValues<P extends Parameters> = {
  [K in keyof P]: P[K] extends Parameter<infer T, false>
    ? T
    : P[K] extends Parameter<infer T>
      ? T | undefined
      : never;
};

function encodingOf(codec: Codec<unknown>): Encoding {
  const kind = codec.schema.type;
  if (kind === 'string') return 'plain';
  const values = codec.schema.enum;
  if (Array.isArray(values) && typeof values[0] === 'string') return 'either';
  return 'json';
}

/** A parameter that must be sent. */
export function required<T>(
  codec: Codec<T>,
  description: string,
  notes: ParameterNotes = {},
): Parameter<T, false> {
  return {
    codec,
    encoding: notes.encoding ?? encodingOf(codec),
    isOptional: false,
    description,
    aliases: notes.aliases ?? [],
    since: notes.since,
  };
}

/** A parameter that may be left out; the handler then sees `undefined`. */
export function optionally<T>(
  codec: Codec<T>,
  description: string,
  notes: ParameterNotes = {},
): Parameter<T, true> {
  return { ...required(codec, description, notes), isOptional: true };
}

/** A parameter that may be left out and then has a value all the same. */
export function withDefault<T>(
  codec: Codec<T>,
  value: T,
  description: string,
  notes: ParameterNotes = {},
): Parameter<T, false> {
  return { ...required(codec, description, notes), defaultValue: value };
}

/** Decodes the text of one parameter, as it came in the query, the form or the path. */
export function decodeParameter<T>(name: string, parameter: Parameter<T>, raw: string): T {
  if (parameter.encoding === 'plain') return parameter.codec.decode(raw, name);
  const parsed = parseJson(raw);
  if (parsed === undefined) {
    if (parameter.encoding === 'either') return parameter.codec.decode(raw, name);
    const kind = parameter.codec.schema.type;
    // Python clients send True and False; numbers arrive with spaces around them.
    if (kind === 'integer' || kind === 'boolean') return parameter.codec.decode(raw, name);
    throw badRequest(`${name} is not valid JSON`);
  }
  if (parameter.encoding === 'either' && typeof parsed !== 'string') {
    // A text that looks like a number, say: no need to find out by a refusal.
    if (parameter.codec.schema.type === 'string') return parameter.codec.decode(raw, name);
    try {
      return parameter.codec.decode(parsed, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return parameter.codec.decode(raw, name);
    }
  }
  return parameter.codec.decode(parsed, name);
}

/** How every JSON text begins. Most texts that are none are told apart by it, which spares a costly exception. */
const JSON_BEGINS = /^\s*(?:[[{"\d-]|true|false|null)/;

function parseJson(raw: string): unknown {
  if (!JSON_BEGINS.test(raw)) return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
