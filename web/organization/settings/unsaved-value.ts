// An unsaved value, and whether someone else has changed the saved one meanwhile.

export interface UnsavedValue<T> {
  readonly value: T;
  /** The saved value when editing began. */
  readonly from: T;
  /** The value last sent to be saved. */
  readonly sent?: T;
}

/** Whether two values would be saved as the same. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether someone else has changed the saved value since editing began. */
export function isOutdated<T>(unsaved: UnsavedValue<T>, saved: T): boolean {
  return !isSameValue(unsaved.from, saved) && !('sent' in unsaved && isSameValue(unsaved.sent, saved));
}
