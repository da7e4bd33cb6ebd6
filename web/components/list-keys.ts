// Moving through a list by keys: arrows, ends, and the first letters of what is meant.

/** Where a key leads from a place in a list; undefined for a key that does not move. Ends lead to the other end. */
export function movedTo(key: string, from: number, length: number): number | undefined {
  if (length === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % length;
    case 'ArrowUp':
      return from <= 0 ? length - 1 : from - 1;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}

/** The next item that begins with the letters, after the place and around; the place itself for more letters. */
export function startingWith(labels: readonly string[], typed: string, from: number): number | undefined {
  const wanted = typed.toLocaleLowerCase();
  const isOneLetter = new Set(wanted).size === 1;
  const letters = isOneLetter ? wanted.slice(0, 1) : wanted;
  const offset = isOneLetter ? 1 : 0;
  for (let step = 0; step < labels.length; step++) {
    const place = (Math.max(from, isOneLetter ? -1 : 0) + offset + step) % labels.length;
    if (labels[place]?.toLocaleLowerCase().startsWith(letters)) return place;
  }
  return undefined;
}

/** Letters typed soon after one another are one word. */
export class TypedLetters {
  #typed = '';
  #at = 0;

  /** The word with one more letter; `now` in milliseconds. */
  with(letter: string, now: number): string {
    this.#typed = now - this.#at < 700 ? this.#typed + letter : letter;
    this.#at = now;
    return this.#typed;
  }
}
