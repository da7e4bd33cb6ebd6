// The types of `#built-texts`: all texts of the client. In the browser these are modules that the build makes of `texts/`
// (`scripts/built-texts.mjs`); on Node.js, `built-texts-on-node.ts` reads the files.

import type { CompiledTexts } from './fill-text.ts';
import type { TextPart } from './text-parts.d.mts';

/** The first part of the English texts, which needs no loading. */
export const firstEnglish: CompiledTexts;

/** The name of each language, in that language, by code. */
export const languageNames: Readonly<Record<string, string>>;

/** Loads a part of the texts of a language, given by its code. */
export function loadTextPart(language: string, part: TextPart): Promise<CompiledTexts>;
