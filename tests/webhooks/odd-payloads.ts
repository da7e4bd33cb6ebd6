// Payloads that no service sends: each text of a sample in turn is replaced by a property that every object has, and each
// value by something that is not a text. They are read or refused, and messages contain nothing of the program itself.

import assert from 'node:assert/strict';
import { ApiError } from '../../src/api-contract/error.ts';
import {
  MissingEventHeaderError,
  UnreadablePayloadError,
  UnsupportedEventError,
} from '../../src/model/incoming-webhooks/webhook-errors.ts';

const ODD_WORDS = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const ODD_VALUES = [{ toString: 1 }, [], null, 7, true];
const EXPECTED_ERRORS = [UnreadablePayloadError, UnsupportedEventError, MissingEventHeaderError];

/** The payload with one leaf in turn replaced by each of the odd values. */
function* variantsOf(payload: unknown): Generator<unknown> {
  if (Array.isArray(payload)) {
    for (const [index, item] of payload.entries()) {
      for (const variant of variantsOf(item)) yield payload.with(index, variant);
    }
  } else if (typeof payload === 'object' && payload !== null) {
    for (const [name, value] of Object.entries(payload)) {
      for (const variant of variantsOf(value)) yield { ...payload, [name]: variant };
    }
  } else {
    yield* ODD_VALUES;
    if (typeof payload === 'string') yield* ODD_WORDS;
  }
}

/** The headers with one in turn replaced by each of the odd texts. */
function* headersLike(headers: Readonly<Record<string, string>> = {}): Generator<Record<string, string>> {
  for (const name of Object.keys(headers)) {
    for (const word of ODD_WORDS) yield { ...headers, [name]: word };
  }
}

/** Tries all odd forms of a request; `say` returns the parts of its messages. */
export function checkOddForms(
  sent: { readonly headers?: Readonly<Record<string, string>> },
  payload: unknown,
  say: (payload: unknown, headers: Readonly<Record<string, string>> | undefined) => readonly string[][],
): void {
  const check = (odd: unknown, headers: Readonly<Record<string, string>> | undefined) => {
    try {
      for (const piece of say(odd, headers).flat()) {
        assert.equal(typeof piece, 'string');
        assert.doesNotMatch(piece, /native code|\[object |\bundefined\b/);
      }
    } catch (error) {
      const isExpected = EXPECTED_ERRORS.some((expected) => error instanceof expected);
      if (isExpected || (error instanceof ApiError && error.status < 500)) return;
      throw new Error(`${JSON.stringify(odd)} with ${JSON.stringify(headers)}: ${error}`, { cause: error });
    }
  };
  for (const variant of variantsOf(payload)) check(variant, sent.headers);
  for (const headers of headersLike(sent.headers)) check(payload, headers);
}
