// How a parameter of an operation is declared: what it holds, how it is encoded, whether it may be left out.

import type { Codec, Decoded, Sent, SentAs } from './codec.ts';
import { ApiError, badRequest, excessiveJson } from './error.ts';
import { isWithinBounds, parseJson } from './json.ts';

/**
 * How a value travels. `plain`: the characters as they are. `json`: JSON text. `either`: JSON text where it
 * parses to a string, else the characters as they are (some clients quote, some do not).
 */
export type Encoding = 'plain' | 'json' | 'either';

/** `T` is what the handler gets, `W` what clients send: the same, but for a few codecs that translate. */
export interface Parameter<T, Optional extends boolean = boolean, W = T> extends SentAs<W> {
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

/** One that need not be sent and has a value all the same. */
export interface ParameterWithDefault<T, W = T> extends Parameter<T, false, W> {
  readonly defaultValue: T;
}

export interface ParameterNotes {
  readonly aliases?: readonly string[];
  readonly since?: number;
  readonly encoding?: Encoding;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a handler receives for a set of declared parameters. */
export type ParameterValues<P extends Parameters> = {
  [K in keyof P]: P[K] extends Parameter<infer T, false, unknown>
    ? T
    : P[K] extends Parameter<infer T, boolean, unknown>
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

/**
 * A parameter that must be sent.
 * @example
 * parameters: { topic: required(topicName, 'The topic.', { aliases: ['subject'] }) }
 */
export function required<C extends Codec<unknown>>(
  codec: C,
  description: string,
  notes: ParameterNotes = {},
): Parameter<Decoded<C>, false, Sent<C>> {
  return {
    codec: codec as Codec<Decoded<C>>,
    encoding: notes.encoding ?? encodingOf(codec),
    isOptional: false,
    description,
    aliases: notes.aliases ?? [],
    since: notes.since,
  };
}

/** A parameter that may be left out; the handler then sees `undefined`. */
export function optionally<C extends Codec<unknown>>(
  codec: C,
  description: string,
  notes: ParameterNotes = {},
): Parameter<Decoded<C>, true, Sent<C>> {
  return { ...required(codec, description, notes), isOptional: true };
}

/**
 * A parameter that may be left out and then has a value all the same.
 * @example
 * parameters: { include_muted: withDefault(boolean, false, 'Whether muted topics are told of, too.') }
 */
export function withDefault<C extends Codec<unknown>>(
  codec: C,
  value: Decoded<C>,
  description: string,
  notes: ParameterNotes = {},
): ParameterWithDefault<Decoded<C>, Sent<C>> {
  return { ...required(codec, description, notes), defaultValue: value };
}

/** Decodes the text of one parameter, as it came in the query, the form or the path. */
export function decodeParameter<T>(name: string, parameter: Parameter<T>, raw: string): T {
  if (parameter.encoding === 'plain') return parameter.codec.decode(raw, name);
  const isText = parameter.codec.schema.type === 'string';
  // A text that looks like a number, say, or like nothing: no need to find out by a failure.
  if (parameter.encoding === 'either' && isText && !JSON_TEXT.test(raw)) {
    return parameter.codec.decode(raw, name);
  }
  const parsed = parseJson(raw);
  if (parsed === undefined) {
    if (!isWithinBounds(raw)) throw excessiveJson(name);
    if (parameter.encoding === 'either') return parameter.codec.decode(raw, name);
    const kind = parameter.codec.schema.type;
    // Python clients send True and False; numbers arrive with spaces around them.
    if (kind === 'integer' || kind === 'boolean') return parameter.codec.decode(raw, name);
    throw badRequest(`${name} is not valid JSON`);
  }
  if (parameter.encoding === 'either' && typeof parsed !== 'string') {
    try {
      return parameter.codec.decode(parsed, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return parameter.codec.decode(raw, name);
    }
  }
  return parameter.codec.decode(parsed, name);
}

/** How a text begins that was sent as JSON. */
const JSON_TEXT = /^\s*"/;
