// Decodes the texts of a request into the values that an operation declares.

import { ambiguousParameter, missingParameter } from '../../api-contract/error.ts';
import { decodeParameter, type Parameters } from '../../api-contract/parameter.ts';

/** Clients send their name in this parameter with any request. */
const ALWAYS_KNOWN = 'client';

const knownNames = new WeakMap<Parameters, ReadonlySet<string>>();

/** All names, aliases included, that clients may use for these parameters. */
export function namesOf(parameters: Parameters): ReadonlySet<string> {
  const cached = knownNames.get(parameters);
  if (cached) return cached;
  const names = Object.entries(parameters).flatMap(([name, { aliases }]) => [name, ...aliases]);
  const allowed = new Set([...names, ALWAYS_KNOWN]);
  knownNames.set(parameters, allowed);
  return allowed;
}

/**
 * Decodes and checks every declared parameter.
 * @throws for the first one that is missing or invalid
 */
export function decodeParameters(
  parameters: Parameters,
  sent: ReadonlyMap<string, string>,
  inPath: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in parameters) {
    const parameter = parameters[name];
    if (!parameter) continue;
    let rawText = inPath[name] ?? sent.get(name);
    for (const alias of parameter.aliases) {
      const other = sent.get(alias);
      if (rawText !== undefined && other !== undefined) throw ambiguousParameter(name, alias);
      rawText ??= other;
    }
    if (rawText !== undefined) values[name] = decodeParameter(name, parameter, rawText);
    else if (parameter.isOptional || parameter.defaultValue !== undefined)
      values[name] = parameter.defaultValue;
    else throw missingParameter(name);
  }
  return values;
}
