// The kinds of values that only settings of an organization have.

import {
  anyJson,
  anyText,
  boolean,
  type Codec,
  integer,
  mapOf,
  oneOf,
  shortText,
} from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { isLanguage } from '../languages.ts';

const JITSI_URL_CHARACTERS = 200;

function badValue(name: string, value: unknown): ApiError {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return new ApiError(400, 'REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${shown}`, {
    var_name: name,
    bad_value: shown.length > limits.repeatedCharacters ? shown : value,
  });
}

function positiveOr<T>(word: string, meaning: T): Codec<number | T> {
  return {
    schema: { anyOf: [{ type: 'integer', minimum: 1 }, { enum: [word] }] },
    decode(value, path) {
      if (value === word) return meaning;
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0)
        throw badValue(path, value);
      return number;
    },
  };
}

/** An age in seconds after which something can no longer be done; `"unlimited"` is stored as null. */
export const timeLimit: Codec<number | null> = positiveOr('unlimited', null);

/** Days; `"unlimited"` is stored as -1. */
export const retentionDays: Codec<number> = positiveOr('unlimited', -1);

/** The address of a Jitsi server; `"default"` is stored as null: the server's own. */
export const jitsiServerUrl: Codec<string | null> = {
  schema: { type: 'string', maxLength: JITSI_URL_CHARACTERS },
  decode(value, path) {
    const url = anyText.decode(value, path);
    if (url === 'default') return null;
    if (url.length > JITSI_URL_CHARACTERS || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
      throw badRequest(`${path} is not an allowed_type`);
    }
    return url;
  },
};

/** The code of a language that clients can be told to speak. */
export const languageCode: Codec<string> = {
  schema: shortText.schema,
  decode(value, path) {
    const code = shortText.decode(value, path);
    if (!isLanguage(code)) throw badRequest(`Invalid language '${code}'`);
    return code;
  },
};

/** One of a fixed set of numbers, refused with the number. */
export function numbered<const T extends number>(...values: readonly T[]): Codec<T> {
  const known = oneOf(...values);
  return {
    schema: known.schema,
    decode(value, path) {
      const number = integer().decode(value, path);
      if (!values.some((candidate) => candidate === number)) throw badRequest(`Invalid ${path} ${number}`);
      return known.decode(number, path);
    },
  };
}

const methodsSent = mapOf({ ...anyJson, schema: boolean.schema }, limits.authenticationMethods);

/** Ways to log in and whether each is on; at least one is. */
export const authenticationMethods: Codec<Readonly<Record<string, boolean>>> = {
  schema: methodsSent.schema,
  decode(value, path) {
    const methods = Object.entries(methodsSent.decode(value, path)).map(
      ([name, on]) => [name, boolean.decode(on, name)] as const,
    );
    if (!methods.some(([, on]) => on))
      throw badRequest('At least one authentication method must be enabled.');
    return Object.fromEntries(methods);
  },
};
