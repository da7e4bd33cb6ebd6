// Keyboard navigation in a list: arrows, Home, End, and typing the first letters.

/** The index that a key leads to; undefined if the key does not move. The ends wrap around. */
export function indexAfterKey(key: string, from: number, length: number): number | undefined {
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

/**
 * The next item that starts with the typed letters, after `from` and wrapping around; with several letters,
 * `from` itself may match.
 */
export function indexStartingWith(
  labels: readonly string[],
  typed: string,
  from: number,
): number | undefined {
  const prefix = typed.toLocaleLowerCase();
  const isOneLetter = new Set(prefix).size === 1;
  const letters = isOneLetter ? prefix.slice(0, 1) : prefix;
  const offset = isOneLetter ? 1 : 0;
  for (let step = 0; step < labels.length; step++) {
    const index = (Math.max(from, isOneLetter ? -1 : 0) + offset + step) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(letters)) return index;
  }
  return undefined;
}

/** Letters typed in quick succession form one word. */
export class TypedLetters {
  #typed = '';
  #at = 0;

  /** Adds a letter and returns the word; `now` in milliseconds. */
  with(letter: string, now: number): string {
    this.#typed = now - this.#at < 700 ? this.#typed + letter : letter;
    this.#at = now;
    return this.#typed;
  }
}
