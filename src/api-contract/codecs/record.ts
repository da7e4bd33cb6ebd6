// Codecs for objects with known keys, and declarations for parts of answers that views build.

import { type Codec, isRecord } from './codec.ts';
import { brokenRule, wrongType } from './decoding-error.ts';
import { Step } from './path.ts';

type Fields = Readonly<Record<string, Codec<unknown> | OptionalField<unknown>>>;
/** A field that may be left out. */
export interface OptionalField<T> {
  readonly optional: Codec<T>;
}
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends OptionalField<unknown> ? never : K;
}[keyof F];
type OptionalKeys<F extends Fields> = Exclude<keyof F, RequiredKeys<F>>;
/** The type that a record decodes to; fields that may be left out are optional. */
export type DecodedRecord<F extends Fields> = {
  [K in RequiredKeys<F>]: F[K] extends Codec<infer T> ? T : never;
} & { [K in OptionalKeys<F>]?: F[K] extends OptionalField<infer T> ? T : never };

/** Marks a field of a record that may be left out. */
export function optional<T>(inner: Codec<T>): OptionalField<T> {
  return { optional: inner };
}

/** The fields of a record, each of which may be left out. */
export type OptionalFields<F extends Readonly<Record<string, Codec<unknown>>>> = {
  readonly [K in keyof F]: { readonly optional: F[K] };
};

/** Marks all of a record's fields as fields that may be left out. */
export function optionalFields<F extends Readonly<Record<string, Codec<unknown>>>>(
  fields: F,
): OptionalFields<F> {
  const entries = Object.entries(fields).map(([name, codec]) => [name, optional(codec)]);
  return Object.fromEntries(entries) as OptionalFields<F>;
}

/**
 * An object with known keys; unknown ones are ignored.
 * @example
 * const term = record({ operator: shortText, operand: anyText, negated: optional(boolean) });
 * term.decode({ operator: 'topic', operand: 'news', more: 1 }, 'narrow');
 * // { operator: 'topic', operand: 'news' }
 */
export function record<F extends Fields>(fields: F): Codec<DecodedRecord<F>> {
  const entries = Object.entries(fields);
  const properties = Object.fromEntries(
    entries.map(([key, field]) => [key, 'optional' in field ? field.optional.schema : field.schema]),
  );
  const required = entries.filter(([, field]) => !('optional' in field)).map(([key]) => key);
  return {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    decode(value, path) {
      if (!isRecord(value)) throw wrongType(path, 'an object', value, `${path} is not a dict`);
      const result: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const isPresent = Object.hasOwn(value, key);
        const label = new Step(path, key);
        if ('optional' in field) {
          if (isPresent) result[key] = field.optional.decode(value[key], label);
        } else {
          if (!isPresent) throw brokenRule(label, 'is missing', `${label} field is missing`);
          result[key] = field.decode(value[key], label);
        }
      }
      return result as DecodedRecord<F>;
    },
  };
}

type FieldsOf<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? OptionalField<Exclude<T[K], undefined>> : Codec<T[K]>;
};

/**
 * A record with the fields of a type that is declared elsewhere. The compiler reports a field that is forgotten, which a
 * decoder of stored values would otherwise lose.
 */
export function recordOf<T>(fields: FieldsOf<T>): Codec<T> {
  return record(fields as Fields) as Codec<unknown> as Codec<T>;
}

/** A record that allows any further keys. */
export function openRecord<F extends Fields>(
  fields: F,
): Codec<DecodedRecord<F> & Readonly<Record<string, unknown>>> {
  const fieldsCodec = record(fields);
  return {
    schema: { ...fieldsCodec.schema, additionalProperties: true },
    decode: (value, path) => ({ ...(isRecord(value) && value), ...fieldsCodec.decode(value, path) }),
  };
}

/** A part of an answer that a view builds; see `view`. `B` is what code puts there, from which the view builds it. */
export interface ViewCodec<T, B = unknown> extends Codec<T> {
  readonly isView: true;
  /** Exists only in the type. */
  readonly builtFrom?: B;
}

/**
 * Declares a part of an answer that a view builds from tables of settings or as prepared JSON, whose type the
 * compiler cannot check. Clients get the type; tests check every answer against it.
 */
export function view<T, B = unknown>(codec: Codec<T>): ViewCodec<T, B> {
  return { ...codec, isView: true };
}
