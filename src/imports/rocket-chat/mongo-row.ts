// Reads documents of MongoDB as its tools write them in JSON: some values are wrapped in a record with the name of
// their type.

import { isRecord } from '../../api-contract/codec.ts';
import type { Row } from '../archive/row.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';

const WRAPPERS = ['$date', '$oid', '$numberInt', '$numberLong', '$numberDouble'];

/** The value in a wrapper such as `{"$date": {"$numberLong": "1682935200000"}}`; other values unchanged. */
function unwrap(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const [key, ...more] = Object.keys(value);
  return key !== undefined && more.length === 0 && WRAPPERS.includes(key) ? unwrap(value[key]) : value;
}

export class MongoRow extends TolerantRow {
  protected override member(name: string): unknown {
    return unwrap(super.member(name));
  }

  protected override nestedRow(location: string, index: number | string, values: unknown): Row {
    return new MongoRow(location, index, values);
  }
}
