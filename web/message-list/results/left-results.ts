// How the results of a search were left, for when the search is shown again.

export interface LeftResults {
  readonly chosen: number | undefined;
  /** A result in view, and how far it was from the top of the list in pixels; undefined at the top. */
  readonly at: { readonly id: number; readonly top: number } | undefined;
  /** The keys of the groups that showed all of their results. */
  readonly expanded: ReadonlySet<string>;
  /** How many results were loaded. */
  readonly loaded: number;
}

const MAX_SEARCHES = 50;

/** Stores how a search was left; the searches that were left first are forgotten. */
export function rememberLeft(left: Map<string, LeftResults>, key: string, results: LeftResults): void {
  left.delete(key);
  left.set(key, results);
  for (const [oldest] of left) {
    if (left.size <= MAX_SEARCHES) break;
    left.delete(oldest);
  }
}
