// The invalid values of one parameter, as wire texts.

import type { Declaration } from '../../src/api-contract/operation.ts';
import type { Parameter } from '../../src/api-contract/parameter.ts';
import { fits, misfits } from './schema.ts';
import { namesInPath } from './send.ts';

export interface BadCase {
  readonly parameter: string;
  /** Undefined if not sent. */
  readonly text: string | undefined;
}

const NO_JSON = ['{', '[1,', 'nonsense', ''];

function badTexts({ codec, encoding }: Parameter<unknown>): string[] {
  const { schema } = codec;
  const values = misfits(schema);
  const words = values.filter((value) => typeof value === 'string');
  if (encoding === 'plain') return words;
  const texts = values.map((value) => JSON.stringify(value));
  if (encoding === 'json') return [...texts, ...NO_JSON];
  // The text itself may be a valid value.
  return [...texts, ...words, ...NO_JSON].filter((text) => !fits(schema, text));
}

/** A longer URL is refused before its parameters are read. */
const ADDRESS_CHARACTERS = 8000;
const PATH_PART_CHARACTERS = 900;

function canBeSent(operation: Declaration, isInPath: boolean, text: string): boolean {
  // Without it, the path is that of another operation or none.
  if (isInPath) return text !== '' && text.length < PATH_PART_CHARACTERS;
  return operation.method !== 'GET' || text.length < ADDRESS_CHARACTERS;
}

/** The first parameter with a schema is tried with all bad values, each further one with at most this many. */
const CASES_OF_TRIED_SCHEMA = 4;
const triedSchemas = new Set<string>();

function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return all.filter((_, index) => index % Math.ceil(all.length / count) === 0);
}

function textsFor(operation: Declaration, name: string, parameter: Parameter<unknown>): readonly string[] {
  const isInPath = namesInPath(operation).has(name);
  const texts = [...new Set(badTexts(parameter))].filter((text) => canBeSent(operation, isInPath, text));
  const kind = JSON.stringify([parameter.codec.schema, parameter.encoding]);
  if (triedSchemas.has(kind)) return spread(texts, CASES_OF_TRIED_SCHEMA);
  triedSchemas.add(kind);
  return texts;
}

/** Everything that is invalid for one of the operation's parameters according to its declaration. */
export function badCases(operation: Declaration): BadCase[] {
  return Object.entries(operation.parameters).flatMap(([name, parameter]) => {
    const cases: BadCase[] = textsFor(operation, name, parameter).map((text) => ({ parameter: name, text }));
    const mayBeLeftOut = parameter.isOptional || parameter.defaultValue !== undefined;
    if (mayBeLeftOut || namesInPath(operation).has(name)) return cases;
    return [...cases, { parameter: name, text: undefined }];
  });
}
