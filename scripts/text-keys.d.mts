// The types of `text-keys.mjs`, for tests.

import type { CompiledTexts } from '../src/texts/fill-text.ts';

export function languageFile(messages: Readonly<Record<string, string>>): string;

export function keysFile(english: CompiledTexts): string;
