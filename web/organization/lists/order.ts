// The order of a list that people put in order.

/** The ids with one of them a place further up (-1) or down (1); the same where there is no such place. */
export function movedBy(ids: readonly number[], id: number, step: -1 | 1): readonly number[] {
  const place = ids.indexOf(id);
  const other = ids[place + step];
  if (place < 0 || other === undefined) return ids;
  return ids.with(place, other).with(place + step, id);
}
