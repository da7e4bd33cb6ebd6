// Ranks names by a query: names that start with it, then names with a word that does, then names that contain
// it, then names that contain its letters in order. Ignores case and accents.

const foldedNames = new Map<string, string>();
const MAX_CACHED = 50_000;

/** A text in lower case, without accents and without the marks that isolate values of another direction. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\u2068\u2069]/gu, '')
    .toLowerCase();
}

/** A name normalized for comparison; cached. */
export function normalizeName(name: string): string {
  const cached = foldedNames.get(name);
  if (cached !== undefined) return cached;
  const text = foldText(name);
  if (foldedNames.size >= MAX_CACHED) foldedNames.clear();
  foldedNames.set(name, text);
  return text;
}

const NO_MATCH = 5;

function isScattered(name: string, query: string): boolean {
  let at = 0;
  for (const letter of query) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The fit of names that contain only the query's letters in order. */
export const SCATTERED = 4;

/** How well the displayed name fits; lower is better. */
export function matchRank(name: string, query: string): number {
  return rankOf(normalizeName(name), normalizeName(query.trim()), true);
}

/** The rank of a normalized name, from 0 for an exact match to 4 for the worst match; 5 if it does not match. */
function rankOf(name: string, query: string, isFirst: boolean): number {
  if (name === query) return 0;
  const at = name.indexOf(query);
  if (at === 0) return 1;
  if (at > 0) return /[\s_\-./(]/.test(name[at - 1] ?? '') || hasWord(name, query) ? 2 : 3;
  // Long names that are not displayed contain nearly any letters.
  return isFirst && query.length > 2 && isScattered(name, query) ? SCATTERED : NO_MATCH;
}

function hasWord(name: string, query: string): boolean {
  return name.split(/[\s_\-./(]+/).some((word) => word.startsWith(query));
}

export interface RankingOptions<T> {
  /** The names of an item; the first one is displayed. */
  readonly namesOf: (item: T) => readonly string[];
  /** Among equal fits the larger weight comes first. */
  readonly weightOf?: (item: T) => number;
  readonly limit?: number;
}

/**
 * The matching items, best first. Everything matches an empty query.
 *
 * @example
 * ranked(people, 'me', { namesOf: ({ full_name }) => [full_name] }) // Mel Member, Otto Meyer
 */
export function rankMatches<T>(items: Iterable<T>, query: string, options: RankingOptions<T>): T[] {
  const { namesOf, weightOf = () => 0, limit = 8 } = options;
  const folded = normalizeName(query.trim());
  const found: { item: T; fit: number; weight: number; name: string }[] = [];
  for (const item of items) {
    const names = namesOf(item).map(normalizeName);
    const fit =
      folded === '' ? 1 : Math.min(...names.map((name, index) => rankOf(name, folded, index === 0)));
    if (fit < NO_MATCH) found.push({ item, fit, weight: weightOf(item), name: names[0] ?? '' });
  }
  found.sort(
    (a, b) =>
      a.fit - b.fit || b.weight - a.weight || a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  );
  return found.slice(0, limit).map(({ item }) => item);
}
