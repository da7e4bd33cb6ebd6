// The text of the command palette: an optional prefix for one kind, and the words to find.

import { kindPrefixes, type PaletteKind, paletteKinds } from './palette-item.ts';

export interface PaletteQuery {
  /** Undefined for all kinds. */
  readonly kind: PaletteKind | undefined;
  readonly words: string;
}

export function paletteQuery(text: string): PaletteQuery {
  const kind = paletteKinds.find((one) => text.startsWith(kindPrefixes[one]));
  return { kind, words: (kind ? text.slice(1) : text).trim() };
}

/** The text with another kind, or with all kinds. */
export function withKind(text: string, kind: PaletteKind | undefined): string {
  const { words } = paletteQuery(text);
  return `${kind ? kindPrefixes[kind] : ''}${words}`;
}
