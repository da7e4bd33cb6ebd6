// The types of `text-parts.mjs`.

/** A part of the texts that the client loads at once. */
export type TextPart = 'first' | 'secondary' | 'administration';

export const clientParts: readonly TextPart[];

/** The part of a key; `server` if the client does not load it, undefined if its area is not listed. */
export function partOf(key: string): TextPart | 'server' | undefined;
