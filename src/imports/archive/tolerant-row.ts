// Reads fields of archives whose writers are inconsistent about types, as Slack has been over the years: numbers as
// texts, texts as numbers, empty lists instead of empty records, lists with gaps as records with numeric keys.

import { Row } from './row.ts';

const NUMBER = /^\s*-?\d{1,20}(?:\.\d{1,20})?\s*$/;
const FLAGS = new Map<unknown, boolean>([
  [1, true],
  ['1', true],
  ['true', true],
  [0, false],
  ['0', false],
  ['false', false],
]);

/** The values that PHP and similar languages write for "nothing". */
function isNothing(value: unknown): boolean {
  return value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/** Converts a list that was written as a record, `{"0": …, "2": …}`; returns other values unchanged. */
function asList(value: unknown): unknown {
  if (isNothing(value)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.keys(value as object).every((key) => /^\d+$/.test(key))
    ? Object.values(value as object)
    : value;
}

/**
 * A row that accepts every common way to write a value. A value that cannot be read as the requested type throws
 * `InvalidArchiveError` with its position.
 */
export class TolerantRow extends Row {
  protected override nestedRow(location: string, index: number | string, values: unknown): Row {
    return new TolerantRow(location, index, values);
  }

  override record(name: string): Row {
    return isNothing(this.value(name)) ? this.child(name, {}) : super.record(name);
  }

  protected override list(name: string): readonly unknown[] {
    const list = asList(this.value(name));
    if (!Array.isArray(list)) throw this.error(name, 'is not a list.');
    return list.filter((item) => item != null);
  }

  override texts(name: string): string[] {
    return this.list(name).map((item) => {
      if (typeof item !== 'string' && typeof item !== 'number')
        throw this.error(name, 'is not a list of strings.');
      return this.nestedRow('', '', { one: item }).text('one');
    });
  }

  override number(name: string, otherwise?: number): number {
    const value = this.value(name);
    if (typeof value === 'string' && NUMBER.test(value)) return Number(value);
    if (isNothing(value) && otherwise !== undefined) return otherwise;
    return super.number(name, otherwise);
  }

  override text(name: string, otherwise?: string): string {
    const value = this.value(name);
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (value !== '' && isNothing(value) && otherwise !== undefined) return otherwise;
    return super.text(name, otherwise);
  }

  override optionalText(name: string): string | null {
    return isNothing(this.value(name)) ? null : this.text(name);
  }

  override flag(name: string, otherwise = false): boolean {
    const value = this.value(name);
    return (
      FLAGS.get(value) ?? (isNothing(value) && value !== false ? otherwise : super.flag(name, otherwise))
    );
  }
}
