// The text of a message before it is stored: cleaned, bounded, rendered, and what it asks of people found out.
// All of this is work for the processor and happens before a unit of work begins.

import { isLongerThan } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { plainText } from '../../markdown/plain-text.ts';
import type { RenderedMarkdown } from '../../markdown/render.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { alertedAccounts, alertWordsPart } from '../accounts/alert-words.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { renderForOrganization } from './rendering.ts';

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
  const trimmed = content.replace(/\s+$/u, '').replace(/^\n+/, '');
  if (trimmed.trim() === '') throw badRequest('Message must not be empty');
  if (isLongerThan(trimmed, limits.messageCodePoints)) return truncate(trimmed);
  return trimmed;
}

const TRUNCATION = '\n[message truncated]';

function truncate(text: string): string {
  return [...text].slice(0, limits.messageCodePoints - TRUNCATION.length).join('') + TRUNCATION;
}

/**
 * Renders a message's text as its sender sees people and channels. `content` is normalized already; where no author
 * is named it links no uploads.
 */
export async function composeContent(
  state: OrganizationState,
  reader: Reader,
  content: string,
  organizationUrl: string,
  maySee?: (account: Account) => boolean,
  author?: Account,
): Promise<ComposedContent> {
  const rendered = await renderForOrganization(state, reader, content, organizationUrl, maySee, author);
  return {
    source: content,
    rendered,
    visibleText: plainText(rendered.html),
    alertedIds: alertedAccounts(await state.part(reader, alertWordsPart), content),
  };
}
