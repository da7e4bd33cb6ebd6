// Documents of MongoDB as its tools write them in JSON: some values are wrapped in a record that names their type.

import { isRecord } from '../../api-contract/codec.ts';
import type { Row } from '../archive/tables.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';

const WRAPPERS = ['$date', '$oid', '$numberInt', '$numberLong', '$numberDouble'];

/** What a wrapped value stands for: `{"$date": {"$numberLong": "1682935200000"}}`. Others are as they are. */
function unwrapped(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const [key, ...more] = Object.keys(value);
  return key !== undefined && more.length === 0 && WRAPPERS.includes(key) ? unwrapped(value[key]) : value;
}

/** A document. */
export class MongoRow extends TolerantRow {
  override any(name: string): unknown {
    return unwrapped(super.any(name));
  }

  protected override nested(place: string, index: number | string, values: unknown): Row {
    return new MongoRow(place, index, values);
  }
}
