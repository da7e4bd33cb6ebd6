// Lists of ids that a column keeps as JSON text: what `idsOf` of `prepared.ts` sends to a statement, read back.

/** The ids of a column that this server wrote as a JSON list of numbers. */
export function idsFrom(json: string): number[] {
  return JSON.parse(json) as number[];
}
