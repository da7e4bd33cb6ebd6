// Strict decoders, as a client has them that is written in a language with static types: a field that is missing or
// of another kind refuses the whole answer, and says where.

/** A value that is not what a strict client takes. */
export class Malformed extends Error {
  constructor(at: string, wanted: string, got: unknown) {
    super(
      `${at}: wanted ${wanted}, got ${got === undefined ? 'nothing' : JSON.stringify(got)?.slice(0, 120)}`,
    );
  }
}

/** A number whose JSON text is no integer's: `1.0` as well as `1.5`. */
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

/** Reads JSON so that integers and fractional numbers stay apart. */
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

/** An integer of 64 bits: the anchor of the newest message lies above what JavaScript holds exactly. */
export const int: Decoder<number> = (value, at) => {
  if (typeof value !== 'number' || Math.abs(value) >= 2 ** 63) throw new Malformed(at, 'an integer', value);
  return value;
};

/** Any number: the few that have a fraction on the wire. */
export const real: Decoder<number> = (value, at) => {
  if (value instanceof Fraction) return value.value;
  if (typeof value !== 'number') throw new Malformed(at, 'a number', value);
  return value;
};

/** Whatever is there, as long as something is. */
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

/** Ids that rise, none of them twice. */
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

/** An object that maps names to values of one kind. */
export function table<T>(item: Decoder<T>): Decoder<Map<string, T>> {
  return (value, at) =>
    new Map(Object.entries(members(value, at)).map(([key, one]) => [key, item(one, `${at}.${key}`)]));
}

/** An object that maps ids, as decimal texts, to values of one kind. */
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

/** Present, and null where there is nothing. */
export function nullable<T>(inner: Decoder<T>): Decoder<T | null> {
  return (value, at) => (value === null ? null : inner(value, at));
}

/** May be absent; null where it is present is refused. */
export function optional<T>(inner: Decoder<T>): Decoder<T | undefined> {
  return (value, at) => (value === undefined ? undefined : inner(value, at));
}

/** Absent and null mean the same. */
export function maybe<T>(inner: Decoder<T>): Decoder<T | undefined> {
  return (value, at) => (value === undefined || value === null ? undefined : inner(value, at));
}

type Fields = Readonly<Record<string, Decoder<unknown>>>;
type DecodedFields<F extends Fields> = { readonly [K in keyof F]: Decoded<F[K]> };

/** An object with these fields; others are passed over, as servers grow. */
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
export function both<A extends object, B extends object>(
  first: Decoder<A>,
  second: Decoder<B>,
): Decoder<A & B> {
  return (value, at) => ({ ...first(value, at), ...second(value, at) });
}
