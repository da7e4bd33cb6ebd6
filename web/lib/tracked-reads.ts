// Records which properties of an object are read, to find out later whether any of them has changed. The object must be
// immutable: it is replaced when something changes.

export interface TrackedReads<T extends object> {
  /** Reads from the current version of the object; each property that is read is recorded. */
  readonly value: T;
  /** Whether a property that was read has another value in this version than when it was first read. */
  hasChanged(next: T): boolean;
}

/** Records reads of an object's own properties, but not of properties within their values. `current` returns its newest version. */
export function trackReads<T extends object>(current: () => T): TrackedReads<T> {
  const first = current();
  const read = new Map<PropertyKey, unknown>();
  /** Whether the names of all properties were read. */
  let isListed = false;
  const note = (key: PropertyKey) => {
    const value: unknown = Reflect.get(current(), key);
    if (!read.has(key)) read.set(key, value);
    return value;
  };
  const value = new Proxy(first, {
    get: (_, key) => note(key),
    has(_, key) {
      note(key);
      return Reflect.has(current(), key);
    },
    ownKeys(target) {
      isListed = true;
      return Reflect.ownKeys(target);
    },
  });
  return {
    value,
    hasChanged: (next) =>
      (isListed && next !== first) ||
      [...read].some(([key, before]) => !Object.is(Reflect.get(next, key), before)),
  };
}
