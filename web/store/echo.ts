// A message of one's own as the server will show it, before the server has it: by the server's own renderer, which is
// loaded apart from the first page (`data/echo.ts`).

import type { State } from '../../client/state/state.ts';
import { parseMarkdown, renderMarkdown, UnrenderableMessageError } from '../../src/markdown/render.ts';
import { trimmedSource } from '../../src/markdown/source.ts';
import { echoLookup, echoSettings } from './echo-names.ts';

export interface Echo {
  readonly html: string;
  readonly isMeMessage: boolean;
  /** Whether the server's HTML will be the same: nothing in it depends on what only the server knows. */
  readonly isExact: boolean;
}

export interface EchoContext {
  readonly state: State;
  readonly ownId: number;
  /** As the page was reached. */
  readonly organizationUrl: string;
}

let isExact = true;

/** Said while something is rendered that the server will render otherwise. */
export function leaveToServer(): void {
  isExact = false;
}

/** What a text becomes; undefined where it cannot be sent. */
export function echoOf(context: EchoContext, content: string): Echo | undefined {
  isExact = true;
  try {
    const shown = rendered(context, content, true);
    if (shown.linksForPreview.length > 0) leaveToServer();
    // A picture asked of its own host would tell that host of a message that is not even sent.
    const { html, isMeMessage } = isExact ? shown : rendered(context, content, false);
    return { html, isMeMessage, isExact };
  } catch (error) {
    if (error instanceof UnrenderableMessageError) return undefined;
    throw error;
  }
}

function rendered({ state, ownId, organizationUrl }: EchoContext, content: string, hasPreviews: boolean) {
  const settings = echoSettings(state, organizationUrl, leaveToServer);
  const previews = hasPreviews ? {} : { inlineImagePreview: false, inlineUrlEmbedPreview: false };
  const parsed = parseMarkdown(trimmedSource(content), { ...settings, ...previews });
  const translateEmoticons = state.user_settings?.translate_emoticons ?? false;
  return renderMarkdown(parsed, echoLookup(state, ownId, leaveToServer), { translateEmoticons });
}
