// Fields of archives whose writers are loose about types, as Slack's are over the years: numbers as texts, texts as numbers,
// an empty list in place of an empty record, a list with gaps as a record with numbers for names.

import { Row } from './tables.ts';

const NUMBER = /^\s*-?\d{1,20}(?:\.\d{1,20})?\s*$/;
const FLAGS = new Map<unknown, boolean>([
  [1, true],
  ['1', true],
  ['true', true],
  [0, false],
  ['0', false],
  ['false', false],
]);

/** What PHP and its like write for "nothing". */
function isNothing(value: unknown): boolean {
  return value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

/** The values of a list that was written as a record: `{"0": …, "2": …}`. Other values are returned as they are. */
function asList(value: unknown): unknown {
  if (isNothing(value)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.keys(value as object).every((key) => /^\d+$/.test(key))
    ? Object.values(value as object)
    : value;
}

/** A row that takes every usual way to write a value; what cannot be read as the type asked for is refused with its place. */
export class TolerantRow extends Row {
  protected override nested(place: string, index: number | string, values: unknown): Row {
    return new TolerantRow(place, index, values);
  }

  override record(name: string): Row {
    return isNothing(this.any(name)) ? this.child(name, {}) : super.record(name);
  }

  protected override list(name: string): unknown[] {
    const list = asList(this.any(name));
    if (!Array.isArray(list)) throw this.refusal(name, 'is no list.');
    return list.filter((one) => one != null);
  }

  override texts(name: string): string[] {
    return this.list(name).map((one) => {
      if (typeof one !== 'string' && typeof one !== 'number')
        throw this.refusal(name, 'is no list of texts.');
      return this.nested('', '', { one }).text('one');
    });
  }

  override number(name: string, otherwise?: number): number {
    const value = this.any(name);
    if (typeof value === 'string' && NUMBER.test(value)) return Number(value);
    if (isNothing(value) && otherwise !== undefined) return otherwise;
    return super.number(name, otherwise);
  }

  override text(name: string, otherwise?: string): string {
    const value = this.any(name);
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    if (value !== '' && isNothing(value) && otherwise !== undefined) return otherwise;
    return super.text(name, otherwise);
  }

  override optionalText(name: string): string | null {
    return isNothing(this.any(name)) ? null : this.text(name);
  }

  override flag(name: string, otherwise = false): boolean {
    const value = this.any(name);
    return (
      FLAGS.get(value) ?? (isNothing(value) && value !== false ? otherwise : super.flag(name, otherwise))
    );
  }
}
