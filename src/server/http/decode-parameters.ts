// From the texts of a request to the values that an operation declared.

import { confusingParameters, missingParameter } from '../../api-contract/error.ts';
import { decodeParameter, type Parameters } from '../../api-contract/parameter.ts';

/** Sent by clients with any request; says who they are. */
const ALWAYS_KNOWN = 'client';

const knownNames = new WeakMap<Parameters, ReadonlySet<string>>();

/** Every name under which clients may send something to an operation with these parameters. */
export function namesOf(parameters: Parameters): ReadonlySet<string> {
  const present = knownNames.get(parameters);
  if (present) return present;
  const names = Object.entries(parameters).flatMap(([name, { aliases }]) => [name, ...aliases]);
  const made = new Set([...names, ALWAYS_KNOWN]);
  knownNames.set(parameters, made);
  return made;
}

/** Decodes and checks every declared parameter. Refuses the first that is missing or of the wrong kind. */
export function decodeParameters(
  parameters: Parameters,
  sent: ReadonlyMap<string, string>,
  inPath: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in parameters) {
    const parameter = parameters[name];
    if (!parameter) continue;
    let raw = inPath[name] ?? sent.get(name);
    for (const alias of parameter.aliases) {
      const other = sent.get(alias);
      if (raw !== undefined && other !== undefined) throw confusingParameters(name, alias);
      raw ??= other;
    }
    if (raw !== undefined) values[name] = decodeParameter(name, parameter, raw);
    else if (parameter.isOptional || parameter.defaultValue !== undefined)
      values[name] = parameter.defaultValue;
    else throw missingParameter(name);
  }
  return values;
}
