// The text of a message before it is stored: cleaned, bounded, rendered, and what it asks of people found out.
// All of this is work for the processor and happens before a unit of work begins.

import { isLongerThan } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { plainText } from '../../markdown/plain-text.ts';
import type { RenderedMarkdown } from '../../markdown/render.ts';
import { alertedAccounts, alertWordsPart } from '../accounts/alert-words.ts';
import { type RenderingPlace, renderForOrganization, type Voice } from './rendering.ts';

export interface ComposedContent {
  readonly source: string;
  readonly rendered: RenderedMarkdown;
  /** What search finds it by, without the topic. */
  readonly visibleText: string;
  /** People one of whose alert words it holds, whether or not they will receive it. */
  readonly alertedIds: readonly number[];
}

/** The text as it is stored: without white space around it. Refuses what is empty or too long. */
export function normalizeContent(content: string): string {
  // No pattern finds the end of white space without trying every place of every run of it.
  const trimmed = content.trimEnd().replace(/^\n+/, '');
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

/** Renders a message's text. `content` is normalized already. */
export async function composeContent(
  place: RenderingPlace,
  content: string,
  voice: Voice,
): Promise<ComposedContent> {
  const rendered = await renderForOrganization(place, content, voice);
  return {
    source: content,
    rendered,
    visibleText: plainText(rendered.html),
    alertedIds: alertedAccounts(await place.state.part(place.reader, alertWordsPart), content),
  };
}
