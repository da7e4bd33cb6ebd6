// Codecs of values that only settings of organizations have.

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
  const valueText = typeof value === 'string' ? value : JSON.stringify(value);
  return new ApiError(400, 'REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${valueText}`, {
    var_name: name,
    bad_value: valueText.length > limits.repeatedCharacters ? valueText : value,
  });
}

function positiveIntegerOr<T>(keyword: string, stored: T): Codec<number | T> {
  return {
    schema: { anyOf: [{ type: 'integer', minimum: 1 }, { enum: [keyword] }] },
    decode(value, path) {
      if (value === keyword) return stored;
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0)
        throw badValue(String(path), value);
      return number;
    },
  };
}

/** A maximum age in seconds. `"unlimited"` is stored as null. */
export const timeLimit: Codec<number | null> = positiveIntegerOr('unlimited', null);

/** Days. `"unlimited"` is stored as -1. */
export const retentionDays: Codec<number> = positiveIntegerOr('unlimited', -1);

/** The URL of a Jitsi server. `"default"` is stored as null and means the server's own. */
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

/** The code of a language that clients support. */
export const languageCode: Codec<string> = {
  schema: shortText.schema,
  decode(value, path) {
    const code = shortText.decode(value, path);
    if (!isLanguage(code)) throw badRequest(`Invalid language '${code}'`);
    return code;
  },
};

/** One of a fixed set of numbers. The error for another number contains it. */
export function oneOfNumbers<const T extends number>(...values: readonly T[]): Codec<T> {
  const choice = oneOf(...values);
  return {
    schema: choice.schema,
    decode(value, path) {
      const number = integer().decode(value, path);
      if (!values.some((candidate) => candidate === number)) throw badRequest(`Invalid ${path} ${number}`);
      return choice.decode(number, path);
    },
  };
}

const anyMethods = mapOf({ ...anyJson, schema: boolean.schema }, limits.authenticationMethods);

/** Login methods and whether each is enabled. At least one must be. */
export const authenticationMethods: Codec<Readonly<Record<string, boolean>>> = {
  schema: anyMethods.schema,
  decode(value, path) {
    const methods = Object.entries(anyMethods.decode(value, path)).map(
      ([name, on]) => [name, boolean.decode(on, name)] as const,
    );
    if (!methods.some(([, on]) => on))
      throw badRequest('At least one authentication method must be enabled.');
    return Object.fromEntries(methods);
  },
};
