// Suggestions after an opening fence: languages whose code is highlighted, and blocks that are not code.

import { highlightedLanguages } from '../../src/markdown/code-languages.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import type { Candidate } from './candidates.ts';

/** Grammars that are better known by another of their words. */
const usualWords: Readonly<Record<string, string>> = { markup: 'html', 'shell-session': 'console' };

/** Offered before a letter is typed. */
const commonWords = ['javascript', 'typescript', 'python', 'bash', 'json', 'sql'];

interface Listed {
  readonly word: string;
  readonly names: readonly string[];
  readonly note: string;
  readonly weight: number;
}

function listedLanguages(): Listed[] {
  const blocks = [
    { word: 'quote', note: t('composer.quoteText') },
    { word: 'spoiler', note: t('composer.spoiler') },
    { word: 'math', note: t('composer.math') },
  ];
  return [
    ...highlightedLanguages().map((words): Listed => {
      const word = usualWords[words[0] ?? ''] ?? words[0] ?? '';
      const synonyms = words.filter((other) => other !== word);
      const place = commonWords.indexOf(word);
      const weight = place < 0 ? -commonWords.length - 1 : -place;
      return { word, names: [word, ...synonyms], note: synonyms.join(', '), weight };
    }),
    ...blocks.map((block) => ({ ...block, names: [block.word], weight: -commonWords.length })),
  ];
}

/**
 * @param query what was typed after the fence
 * @param isClosed whether a fence follows already
 */
export function languageCandidates(query: string, isClosed: boolean): Candidate[] {
  const matches = rankMatches(listedLanguages(), query, {
    namesOf: ({ names }) => names,
    weightOf: ({ weight }) => weight,
  });
  return matches.map(({ word, note }) => ({
    key: `language ${word}`,
    label: word,
    ...(note !== '' && { note }),
    picture: { kind: 'icon', name: 'code' },
    // The title of a spoiler follows on the same line.
    insert: word === 'spoiler' ? 'spoiler ' : `${word}\n`,
    ...(!isClosed && { after: word === 'spoiler' ? '\n\n```' : '\n```' }),
  }));
}
