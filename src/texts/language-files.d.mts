// The types of `language-files.mjs`.

import type { CompiledTexts } from './fill-text.ts';

/** The codes of all languages, such as `de`, sorted. */
export function textLanguages(): string[];

/** The messages of a language as they are in its file, by key. */
export function messagesOf(language: string): Record<string, string>;

/**
 * The compiled texts of a language, those of some keys if `isWanted` is given.
 *
 * @throws an Error that names the file, the key and what to change, if a message cannot be compiled
 */
export function compiledTexts(language: string, isWanted?: (key: string) => boolean): CompiledTexts;

/** The name of each language, in that language, by code. */
export function languageNames(): Record<string, string>;
