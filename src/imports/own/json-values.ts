// Values of an archive's rows that are JSON, and the refusal of what no server of ours would have written.

/** Why a value is refused. */
export class WrongValue extends Error {
  /** Where it stands. */
  column = '';
}

type Values = Readonly<Record<string, unknown>>;

/** What a text says. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongValue('is no JSON.');
  }
}

/** The record that a text is. */
export function recordIn(text: string): Values {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongValue('is no record.');
  return value as Values;
}
