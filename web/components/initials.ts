// The placeholder for an account without a picture of its own: initials on a color derived from the id.

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return `${first}${last}`.toUpperCase();
}

/** A hue in degrees; neighboring ids get distant hues. */
export function hueOf(id: number): number {
  return Math.round((id * 137.508) % 360);
}

/** The addresses of the patterns that the server generates for accounts without a picture, for clients that show no initials. */
const GENERATED = /^\/user_avatars\/\d+\/drawn\//;

/** The address of a picture that was uploaded to this server; undefined for others and for generated ones. */
export function uploadedPicture(url: string | null | undefined): string | undefined {
  if (!url?.startsWith('/') || url.startsWith('//') || GENERATED.test(url)) return undefined;
  return url;
}
