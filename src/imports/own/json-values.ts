// Parses JSON values of an archive's rows, and reports values that no Parley server would have written.

/** The reason why a value is refused. */
export class WrongValue extends Error {
  /** The column of the value. */
  column = '';
}

type Values = Readonly<Record<string, unknown>>;

/** The JSON value of a text. @throws WrongValue */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongValue('is no JSON.');
  }
}

/** The JSON record of a text. @throws WrongValue */
export function recordIn(text: string): Values {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongValue('is no record.');
  return value as Values;
}
