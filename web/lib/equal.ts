// Deep equality of JSON values, and values that share their equal parts.

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Whether two JSON values are equal. A missing field equals an undefined one. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  // Loops without lists of keys: the sidebar compares all of its rows with each message. JSON values inherit no fields.
  for (const key in a) if (!isEqual(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

/**
 * A JSON value equal to `after`, with parts of `before` where they are equal, so that later comparisons of these parts
 * end at once; `before` itself if all of it is equal.
 */
export function sharingEqualParts<T>(before: unknown, after: T): T {
  if (isEqual(before, after)) return before as T;
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const parts = Object.entries(after).map(
    ([key, part]) => [key, sharingEqualParts(before[key], part)] as const,
  );
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}
