// Parses JSON values of an archive's rows, and reports values that no Parley server would have written.

import { CodedError } from '../../errors/coded-error.ts';

/** The reason why a value is refused. */
export class InvalidValueError extends CodedError {
  /** The column of the value. */
  column = '';

  constructor(reason: string) {
    super('VALUE_INVALID', reason);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** The JSON value of a text. @throws InvalidValueError */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidValueError('is not valid JSON.');
  }
}

/** The JSON record of a text. @throws InvalidValueError */
export function parseRecord(text: string): Values {
  const value = parseJsonText(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidValueError('is not an object.');
  return value as Values;
}
