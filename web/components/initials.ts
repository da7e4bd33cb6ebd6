// What stands for somebody without a picture: letters of the name, on a colour that is theirs.

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return `${first}${last}`.toUpperCase();
}

/** A hue in degrees: neighbouring ids are far apart. */
export function hueOf(id: number): number {
  return Math.round((id * 137.508) % 360);
}
