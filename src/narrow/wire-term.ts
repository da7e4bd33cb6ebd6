// Decodes a narrow from the wire: a list of terms, each an object or a pair of strings. Only the form is
// checked here; `resolve.ts` resolves the meaning.

import { type Codec, isRecord, list, type SentAs, text } from '../api-contract/codec.ts';
import { badRequest } from '../api-contract/error.ts';
import { limits } from '../api-contract/limits.ts';

export type Operand = string | number | readonly number[];

/** A term with operator and operand as the client sent them. */
export interface WireTerm {
  readonly operator: string;
  readonly operand: Operand;
  readonly negated: boolean;
}

const takesIdOrText = new Set([
  'channel',
  'stream',
  'id',
  'sender',
  'group-pm-with',
  'group_pm_with',
  'mentions',
  'with',
]);
const takesIdsOrText = new Set(['dm', 'pm-with', 'pm_with']);
/** A person by id or address; newer clients send lists of ids. */
const takesAny = new Set(['dm-including', 'dm-with']);

const operatorText = text({ maximum: limits.narrowOperatorCodePoints });
const operandText = text({ maximum: limits.narrowOperandCodePoints });
const operandIds = list({ schema: { type: 'integer' }, decode: integerOf }, limits.narrowOperandIds);

function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function integerOf(value: unknown, path: string): number {
  if (!isInteger(value)) throw badRequest(`${path} is not an integer`);
  return value;
}

/** The operand. Refuses types that the operator does not take, with the reference server's messages. */
function operandOf(operator: string, operand: unknown): Operand {
  if (typeof operand === 'string') {
    if (operator === 'search' && operand.trim() === '') throw badRequest('operand cannot be blank.');
    return operandText.decode(operand, 'operand');
  }
  if (takesIdOrText.has(operator)) {
    if (isInteger(operand)) return operand;
    throw badRequest('operand is not a string or integer');
  }
  if (takesAny.has(operator)) {
    if (isInteger(operand)) return operand;
    if (Array.isArray(operand)) return operandIds.decode(operand, 'operand');
    throw badRequest('operand is not a string or integer');
  }
  if (takesIdsOrText.has(operator)) {
    if (Array.isArray(operand)) return operandIds.decode(operand, 'operand');
    throw badRequest('operand is not a string or an integer list');
  }
  throw badRequest('operand is not a string');
}

/** The term of one element of the list; `path` names it, e.g. `narrow[0]`. */
function termOf(value: unknown, path: string): WireTerm {
  const refuse = (reason: string) => badRequest(`Invalid ${path}: Value error, ${reason}`);
  if (Array.isArray(value)) {
    const [operator, operand, ...rest] = value;
    if (typeof operator !== 'string' || typeof operand !== 'string' || rest.length > 0) {
      throw refuse('element is not a string pair');
    }
    operatorText.decode(operator, path);
    return { operator, operand: operandOf(operator, operand), negated: false };
  }
  if (!isRecord(value)) throw refuse('dict or list required');
  const { operator, operand, negated = false } = value;
  if (operator === undefined || operator === null) throw refuse('operator is missing');
  if (operand === undefined || operand === null) throw refuse('operand is missing');
  if (typeof operator !== 'string') throw refuse('operator is not a string');
  if (typeof negated !== 'boolean') throw refuse('negated is not a boolean');
  operatorText.decode(operator, path);
  return { operator, operand: operandOf(operator, operand), negated };
}

/** A term as clients send it: `negated` is optional, and strings may come as a pair. */
export type SentTerm =
  | readonly [operator: string, operand: string]
  | { readonly operator: string; readonly operand: Operand; readonly negated?: boolean };

/** A term of a narrow, in either form. */
const narrowTerm: Codec<WireTerm> & SentAs<SentTerm> = {
  schema: {
    anyOf: [
      { type: 'array', items: operandText.schema, minItems: 2, maxItems: 2 },
      {
        type: 'object',
        properties: {
          operator: operatorText.schema,
          operand: { anyOf: [operandText.schema, { type: 'integer' }, operandIds.schema] },
          negated: { type: 'boolean' },
        },
        required: ['operator', 'operand'],
      },
    ],
  },
  decode: termOf,
};

/** A whole narrow; null has no terms. */
export const narrow: Codec<WireTerm[]> & SentAs<readonly SentTerm[]> = {
  schema: {
    anyOf: [{ type: 'array', items: narrowTerm.schema, maxItems: limits.narrowTerms }, { type: 'null' }],
  },
  decode(value, path) {
    if (value === null) return [];
    if (!Array.isArray(value)) throw badRequest(`${path} is not a list`);
    if (value.length > limits.narrowTerms) {
      throw badRequest(`${path} is too long (limit: ${limits.narrowTerms} items)`);
    }
    return value.map((element, index) => termOf(element, `${path}[${index}]`));
  },
};
