// What is kept of something that was typed and is not saved, and whether somebody else has changed it meanwhile.

export interface Kept<T> {
  readonly value: T;
  /** What was saved when it was begun. */
  readonly from: T;
  /** What was last sent to be saved. */
  readonly sent?: T;
}

/** Whether two values would be saved as the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether somebody else has changed what is saved since this was begun. */
export function isOvertaken<T>(kept: Kept<T>, saved: T): boolean {
  return !isSame(kept.from, saved) && !('sent' in kept && isSame(kept.sent, saved));
}
