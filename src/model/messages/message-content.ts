// The content of a message before it is stored: cleaned and limited source, and the rendered result.

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { RenderedMarkdown } from '../../markdown/render.ts';
import { trimmedSource } from '../../markdown/source.ts';

export interface ComposedContent {
  readonly source: string;
  readonly rendered: RenderedMarkdown;
  /** The text that search indexes, without the topic. */
  readonly visibleText: string;
  /** Accounts whose alert words it contains, regardless of whether they receive it. */
  readonly alertedIds: readonly number[];
}

/** A message of a system bot, ready to be sent. */
export interface ComposedNotice {
  readonly senderId: number;
  readonly content: ComposedContent;
}

/** The text as it is stored: trimmed, and cut to the maximum length. @throws if it is empty */
export function normalizeContent(content: string): string {
  const trimmed = trimmedSource(content);
  if (trimmed.trim() === '') throw badRequest('Message must not be empty');
  if (isLongerThan(trimmed, limits.messageCodePoints)) return truncate(trimmed);
  return trimmed;
}

const TRUNCATION = '\n[message truncated]';

function truncate(text: string): string {
  // Twice as many UTF-16 units are enough for all code points that remain.
  return (
    [...text.slice(0, 2 * limits.messageCodePoints)]
      .slice(0, limits.messageCodePoints - TRUNCATION.length)
      .join('') + TRUNCATION
  );
}
