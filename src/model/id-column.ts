// Reads lists of ids that a column stores as JSON text. `idsOf` is the counterpart that writes them.

import { parseColumn } from '../api-contract/parse-column.ts';

/** The ids in a column that this server wrote as a JSON list of numbers. */
export function parseIds(json: string): number[] {
  return parseColumn<number[]>(json);
}
