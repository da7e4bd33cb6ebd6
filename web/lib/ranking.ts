// What is meant by the letters that somebody has typed: names that begin with them before names with a word that does,
// then names that hold them, then names that hold them scattered. Case and accents do not count.

const folded = new Map<string, string>();
const MOST_FOLDED = 50_000;

/** A name as it is compared. */
export function foldedName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  const text = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (folded.size >= MOST_FOLDED) folded.clear();
  folded.set(name, text);
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

/** The fit of names that hold the letters of a query scattered, and no better. */
export const SCATTERED = 4;

/** How well the name that is shown fits, the least being the best. */
export function fitOf(name: string, query: string): number {
  return misfit(foldedName(name), foldedName(query.trim()), true);
}

/** How well a name fits: 0 is the name itself, 4 the least. */
function misfit(name: string, query: string, isFirst: boolean): number {
  if (name === query) return 0;
  const at = name.indexOf(query);
  if (at === 0) return 1;
  if (at > 0) return /[\s_\-./(]/.test(name[at - 1] ?? '') || hasWord(name, query) ? 2 : 3;
  // Long names that are not shown hold nearly any letters.
  return isFirst && query.length > 2 && isScattered(name, query) ? SCATTERED : NO_MATCH;
}

function hasWord(name: string, query: string): boolean {
  return name.split(/[\s_\-./(]+/).some((word) => word.startsWith(query));
}

export interface RankingOptions<T> {
  /** What it is called, the first name being the one that is shown. */
  readonly namesOf: (item: T) => readonly string[];
  /** Among those that fit alike the larger comes first. */
  readonly weightOf?: (item: T) => number;
  readonly limit?: number;
}

/**
 * The items that fit, the best first. Everything fits an empty query.
 *
 * @example
 * ranked(people, 'me', { namesOf: ({ full_name }) => [full_name] }) // Mel Member, Otto Meyer
 */
export function ranked<T>(items: Iterable<T>, query: string, options: RankingOptions<T>): T[] {
  const { namesOf, weightOf = () => 0, limit = 8 } = options;
  const wanted = foldedName(query.trim());
  const found: { item: T; fit: number; weight: number; name: string }[] = [];
  for (const item of items) {
    const names = namesOf(item).map(foldedName);
    const fit =
      wanted === '' ? 1 : Math.min(...names.map((name, index) => misfit(name, wanted, index === 0)));
    if (fit < NO_MATCH) found.push({ item, fit, weight: weightOf(item), name: names[0] ?? '' });
  }
  found.sort(
    (a, b) =>
      a.fit - b.fit || b.weight - a.weight || a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  );
  return found.slice(0, limit).map(({ item }) => item);
}
