// Renders the text of a message and finds out what it asks of people. All of this is work for the processor and happens
// before a unit of work begins.

import { plainText } from '../../markdown/plain-text.ts';
import type { ComposedContent } from '../../model/messages/content.ts';
import { alertWordsPart } from '../accounts/alert-words.ts';
import { type RenderingPlace, renderForOrganization, type Voice } from './rendering.ts';

/** Renders a message's text. `content` is normalized already. */
export async function composeContent(
  place: RenderingPlace,
  content: string,
  voice: Voice,
): Promise<ComposedContent> {
  const rendered = await renderForOrganization(place, content, voice);
  const alertWords = await place.state.part(place.reader, alertWordsPart);
  return {
    source: content,
    rendered,
    visibleText: plainText(rendered.html),
    alertedIds: alertWords.alertedBy(content),
  };
}
