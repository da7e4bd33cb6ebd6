// Decides which events pass the filter in a webhook's URL. Patterns are names with the shell wildcards `*`, `?`
// and `[abc]`.

/** Whether a name matches a pattern. The time is bounded by the product of their lengths. */
function matches(name: string, pattern: string): boolean {
  const parts = partsOf(pattern);
  const characters = [...name];
  let at = 0;
  let part = 0;
  let star = -1;
  let afterStar = 0;
  while (at < characters.length) {
    const current = parts[part];
    if (current !== undefined && current !== 'any' && current(characters[at] ?? '')) {
      at++;
      part++;
    } else if (current === 'any') {
      star = part++;
      afterStar = at;
    } else if (star >= 0) {
      part = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (parts[part] === 'any') part++;
  return part === parts.length;
}

type Part = 'any' | ((character: string) => boolean);

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const current = characters[at] ?? '';
    const end = current === '[' ? characters.indexOf(']', at + 2) : -1;
    if (current === '*') parts.push('any');
    else if (current === '?') parts.push(() => true);
    else if (end > 0) {
      parts.push(setOf(characters.slice(at + 1, end)));
      at = end;
    } else parts.push((character) => character === current);
  }
  return parts;
}

function setOf(characters: readonly string[]): Part {
  const isNegated = characters[0] === '!';
  const members = isNegated ? characters.slice(1) : characters;
  return (character) => isInSet(members, character) !== isNegated;
}

function isInSet(members: readonly string[], character: string): boolean {
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    if (to !== undefined) {
      if (character >= from && character <= to) return true;
      at += 2;
    } else if (character === from) return true;
  }
  return false;
}

export interface EventFilter {
  readonly only: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
}

/** Whether a filter lets an event pass: a pattern of `only` matches it, and none of `exclude`. */
export function passesFilter(event: string, { only, exclude }: EventFilter): boolean {
  if (only && !only.some((pattern) => matches(event, pattern))) return false;
  return !exclude?.some((pattern) => matches(event, pattern));
}
