// The texts of the client on Node.js, for tests: `#built-texts` without a build.

import type { CompiledTexts } from './fill-text.ts';
import { compiledTexts, languageNames as namesInFiles } from './language-files.mjs';
import { partOf, type TextPart } from './text-parts.mjs';

function compiledPart(language: string, part: TextPart): CompiledTexts {
  return compiledTexts(language, (key) => partOf(key) === part);
}

export const firstEnglish: CompiledTexts = compiledPart('en', 'first');

export const languageNames: Readonly<Record<string, string>> = namesInFiles();

export async function loadTextPart(language: string, part: TextPart): Promise<CompiledTexts> {
  return compiledPart(language, part);
}
