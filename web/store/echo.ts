// Renders the viewer's own message before the server has it, with the server's own renderer, which is loaded
// lazily (`data/echo.ts`).

import type { State } from '../../client/state/state.ts';
import { parseMarkdown, renderMarkdown, UnrenderableMessageError } from '../../src/markdown/render.ts';
import { trimmedSource } from '../../src/markdown/source.ts';
import { echoLookup, echoSettings } from './echo-lookup.ts';

export interface Echo {
  readonly html: string;
  readonly isMeMessage: boolean;
  /** Whether the server's HTML will be the same: nothing in it depends on data only the server has. */
  readonly isExact: boolean;
}

export interface EchoContext {
  readonly state: State;
  readonly ownId: number;
  /** The address at which the page was opened. */
  readonly organizationUrl: string;
}

let isExact = true;

/** Called during rendering if the server will render something differently. */
export function markInexact(): void {
  isExact = false;
}

/** Renders a text; undefined if it cannot be sent. */
export function echoOf(context: EchoContext, content: string): Echo | undefined {
  isExact = true;
  try {
    const first = render(context, content, true);
    if (first.linksForPreview.length > 0) markInexact();
    // No previews: loading a picture from its host would reveal a message that is not even sent.
    const { html, isMeMessage } = isExact ? first : render(context, content, false);
    return { html, isMeMessage, isExact };
  } catch (error) {
    if (error instanceof UnrenderableMessageError) return undefined;
    throw error;
  }
}

function render({ state, ownId, organizationUrl }: EchoContext, content: string, hasPreviews: boolean) {
  const settings = echoSettings(state, organizationUrl, markInexact);
  const previews = hasPreviews ? {} : { inlineImagePreview: false, inlineUrlEmbedPreview: false };
  const parsed = parseMarkdown(trimmedSource(content), { ...settings, ...previews });
  const translateEmoticons = state.user_settings?.translate_emoticons ?? false;
  return renderMarkdown(parsed, echoLookup(state, ownId, markInexact), { translateEmoticons });
}
