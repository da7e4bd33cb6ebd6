// The text of a message before it is stored: cleaned and bounded, and what there is of it once it is rendered
// (`compose-content.ts`).

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { RenderedMarkdown } from '../../markdown/render.ts';
import { trimmedSource } from '../../markdown/source.ts';

export interface ComposedContent {
  readonly source: string;
  readonly rendered: RenderedMarkdown;
  /** What search finds it by, without the topic. */
  readonly visibleText: string;
  /** People one of whose alert words it holds, whether or not they will receive it. */
  readonly alertedIds: readonly number[];
}

/** A message of one of the service's own bots that is ready to be sent. */
export interface ComposedNotice {
  readonly senderId: number;
  readonly content: ComposedContent;
}

/** The text as it is stored: without white space around it. Refuses what is empty or too long. */
export function normalizeContent(content: string): string {
  const trimmed = trimmedSource(content);
  if (trimmed.trim() === '') throw badRequest('Message must not be empty');
  if (isLongerThan(trimmed, limits.messageCodePoints)) return truncate(trimmed);
  return trimmed;
}

const TRUNCATION = '\n[message truncated]';

function truncate(text: string): string {
  // Twice as many characters hold all code points that are kept.
  return (
    [...text.slice(0, 2 * limits.messageCodePoints)]
      .slice(0, limits.messageCodePoints - TRUNCATION.length)
      .join('') + TRUNCATION
  );
}
