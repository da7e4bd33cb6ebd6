// The declaration of an operation's parameter: its codec, its encoding, and whether it is optional.

import type { Codec, Decoded, Sent, SentAs } from './codec.ts';
import { ApiError, badRequest, excessiveJson } from './error.ts';
import { isWithinBounds, parseJson } from './json.ts';

/**
 * How a value is encoded. `plain`: the text itself. `json`: JSON text. `either`: JSON text if it parses to a
 * string, else the text itself (some clients quote, some do not).
 */
export type Encoding = 'plain' | 'json' | 'either';

/** The handler receives a `T`, clients send a `W`: the same type except for a few codecs that translate. */
export interface Parameter<T, Optional extends boolean = boolean, W = T> extends SentAs<W> {
  readonly codec: Codec<T>;
  readonly encoding: Encoding;
  readonly isOptional: Optional;
  readonly defaultValue?: T;
  readonly description: string;
  /** Further names that clients may use. Sending it under two of its names is an error. */
  readonly aliases: readonly string[];
  /** The feature level that introduced it. */
  readonly since: number | undefined;
}

/** An optional parameter with a default value. */
export interface ParameterWithDefault<T, W = T> extends Parameter<T, false, W> {
  readonly defaultValue: T;
}

export interface ParameterOptions {
  readonly aliases?: readonly string[];
  readonly since?: number;
  readonly encoding?: Encoding;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that a handler receives for a set of declared parameters. */
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
  options: ParameterOptions = {},
): Parameter<Decoded<C>, false, Sent<C>> {
  return {
    codec: codec as Codec<Decoded<C>>,
    encoding: options.encoding ?? encodingOf(codec),
    isOptional: false,
    description,
    aliases: options.aliases ?? [],
    since: options.since,
  };
}

/** A parameter that may be left out; the handler then receives `undefined`. */
export function optionally<C extends Codec<unknown>>(
  codec: C,
  description: string,
  options: ParameterOptions = {},
): Parameter<Decoded<C>, true, Sent<C>> {
  return { ...required(codec, description, options), isOptional: true };
}

/**
 * A parameter that may be left out and then has a default value.
 * @example
 * parameters: { include_muted: withDefault(boolean, false, 'Whether muted topics are included.') }
 */
export function withDefault<C extends Codec<unknown>>(
  codec: C,
  value: Decoded<C>,
  description: string,
  options: ParameterOptions = {},
): ParameterWithDefault<Decoded<C>, Sent<C>> {
  return { ...required(codec, description, options), defaultValue: value };
}

/** Decodes the text of one parameter from the query, form or path. */
export function decodeParameter<T>(name: string, parameter: Parameter<T>, raw: string): T {
  if (parameter.encoding === 'plain') return parameter.codec.decode(raw, name);
  const isText = parameter.codec.schema.type === 'string';
  // Text without quotes cannot be a JSON string, which saves a failed attempt to parse it.
  if (parameter.encoding === 'either' && isText && !JSON_TEXT.test(raw)) {
    return parameter.codec.decode(raw, name);
  }
  const parsed = parseJson(raw);
  if (parsed === undefined) {
    if (!isWithinBounds(raw)) throw excessiveJson(name);
    if (parameter.encoding === 'either') return parameter.codec.decode(raw, name);
    const kind = parameter.codec.schema.type;
    // Python clients send True and False, and some numbers are surrounded by spaces.
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

/** The start of a text that was sent as JSON. */
const JSON_TEXT = /^\s*"/;
