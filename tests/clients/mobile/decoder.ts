// Strict decoders, as in a client in a statically typed language: if a field is missing or has another type, the whole
// answer is refused, and the error names the field.

/** A value that a strict client refuses. */
export class Malformed extends Error {
  constructor(at: string, wanted: string, got: unknown) {
    super(
      `${at}: wanted ${wanted}, got ${got === undefined ? 'nothing' : JSON.stringify(got)?.slice(0, 120)}`,
    );
  }
}

/** A number that is not written as an integer in JSON: `1.0` as well as `1.5`. */
class Fraction {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  toJSON(): string {
    return `the fractional number ${this.value}`;
  }
}

export type Decoder<T> = (value: unknown, at: string) => T;
export type Decoded<D> = D extends Decoder<infer T> ? T : never;

/** Parses JSON so that integers and fractional numbers stay distinct. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number') return value;
    return /^-?\d+$/.test(context?.source ?? '') ? value : new Fraction(value);
  });
}

export const text: Decoder<string> = (value, at) => {
  if (typeof value !== 'string') throw new Malformed(at, 'a text', value);
  return value;
};

export const boolean: Decoder<boolean> = (value, at) => {
  if (typeof value !== 'boolean') throw new Malformed(at, 'true or false', value);
  return value;
};

/** A 64-bit integer: the anchor of the newest message is beyond JavaScript's exact integers. */
export const int: Decoder<number> = (value, at) => {
  if (typeof value !== 'number' || Math.abs(value) >= 2 ** 63) throw new Malformed(at, 'an integer', value);
  return value;
};

/** Any number, for the few that have a fraction on the wire. */
export const real: Decoder<number> = (value, at) => {
  if (value instanceof Fraction) return value.value;
  if (typeof value !== 'number') throw new Malformed(at, 'a number', value);
  return value;
};

/** Any value, but not a missing one. */
export const anything: Decoder<unknown> = (value, at) => {
  if (value === undefined) throw new Malformed(at, 'anything', value);
  return value;
};

export const absoluteUrl: Decoder<URL> = (value, at) => {
  const address = text(value, at);
  if (!URL.canParse(address)) throw new Malformed(at, 'an absolute URL', value);
  return new URL(address);
};

/** One of the values that the client knows; others are refused. */
export function oneOf<const V extends string | number>(...known: readonly V[]): Decoder<V> {
  return (value, at) => {
    const found = known.find((one) => one === value);
    if (found === undefined) throw new Malformed(at, `one of ${known.join(', ')}`, value);
    return found;
  };
}

export function list<T>(item: Decoder<T>): Decoder<T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new Malformed(at, 'a list', value);
    return value.map((one, index) => item(one, `${at}[${index}]`));
  };
}

/** Strictly ascending ids. */
export const risingIds: Decoder<number[]> = (value, at) => {
  const ids = list(int)(value, at);
  if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? 0)))
    throw new Malformed(at, 'rising ids', value);
  return ids;
};

export function members(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Fraction) {
    throw new Malformed(at, 'an object', value);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** An object that maps names to values of one type. */
export function table<T>(item: Decoder<T>): Decoder<Map<string, T>> {
  return (value, at) =>
    new Map(Object.entries(members(value, at)).map(([key, one]) => [key, item(one, `${at}.${key}`)]));
}

/** An object that maps ids, as decimal texts, to values of one type. */
export function tableById<T>(item: Decoder<T>): Decoder<Map<number, T>> {
  return (value, at) => {
    const entries = [...table(item)(value, at)];
    return new Map(
      entries.map(([key, one]) => {
        if (!/^\d+$/.test(key)) throw new Malformed(at, 'ids as keys', key);
        return [Number(key), one];
      }),
    );
  };
}

/** Required, but may be null. */
export function nullable<T>(inner: Decoder<T>): Decoder<T | null> {
  return (value, at) => (value === null ? null : inner(value, at));
}

/** May be absent, but not null. */
export function optional<T>(inner: Decoder<T>): Decoder<T | undefined> {
  return (value, at) => (value === undefined ? undefined : inner(value, at));
}

/** May be absent or null, with the same meaning. */
export function maybe<T>(inner: Decoder<T>): Decoder<T | undefined> {
  return (value, at) => (value === undefined || value === null ? undefined : inner(value, at));
}

type Fields = Readonly<Record<string, Decoder<unknown>>>;
type DecodedFields<F extends Fields> = { readonly [K in keyof F]: Decoded<F[K]> };

/** An object with these fields; others are ignored, because servers add fields. */
export function object<F extends Fields>(fields: F): Decoder<DecodedFields<F>> {
  return (value, at) => {
    const found = members(value, at);
    const decoded = Object.entries(fields).map(([name, decode]) => [
      name,
      decode(found[name], `${at}.${name}`),
    ]);
    return Object.fromEntries(decoded) as DecodedFields<F>;
  };
}

/** All fields of both. */
export function merged<A extends object, B extends object>(
  first: Decoder<A>,
  second: Decoder<B>,
): Decoder<A & B> {
  return (value, at) => ({ ...first(value, at), ...second(value, at) });
}
