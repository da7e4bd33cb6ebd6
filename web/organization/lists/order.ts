// Reorders a list.

/** Moves an id up (-1) or down (1); unchanged at the ends. */
export function moveId(ids: readonly number[], id: number, step: -1 | 1): readonly number[] {
  const index = ids.indexOf(id);
  const other = ids[index + step];
  if (index < 0 || other === undefined) return ids;
  return ids.with(index, other).with(index + step, id);
}
