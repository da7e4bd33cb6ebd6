// Renders the text of a message and finds whom it concerns. All of this is CPU work and happens before a unit
// of work begins.

import { plainText } from '../../markdown/plain-text.ts';
import type { ComposedContent } from '../../model/messages/message-content.ts';
import { alertWordsPart } from '../accounts/alert-words.ts';
import { type RenderingContext, renderForOrganization, type TextOrigin } from './rendering.ts';

/** Renders a message's text. `content` is already normalized. */
export async function composeContent(
  context: RenderingContext,
  content: string,
  origin: TextOrigin,
): Promise<ComposedContent> {
  const rendered = await renderForOrganization(context, content, origin);
  const alertWords = await context.state.part(context.reader, alertWordsPart);
  return {
    source: content,
    rendered,
    visibleText: plainText(rendered.html),
    alertedIds: alertWords.alertedBy(content),
  };
}
