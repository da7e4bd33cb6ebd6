// Deep equality of JSON values, and values that share their equal parts.

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Whether two JSON values are equal. A missing field equals an undefined one. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  for (const key of Object.keys(a)) if (!isEqual(a[key], b[key])) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

/**
 * A JSON value equal to `after`, with parts of `before` where they are equal, so that later comparisons of these parts
 * end at once; `before` itself if all of it is equal.
 */
export function sharingEqualParts<T>(before: unknown, after: T): T {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const parts = Object.entries(after).map(
    ([key, part]) => [key, sharingEqualParts(before[key], part)] as const,
  );
  const isSame =
    parts.every(([key, part]) => part === before[key]) &&
    Object.keys(before).every((key) => before[key] === undefined || after[key] !== undefined);
  if (isSame) return before as T;
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}
