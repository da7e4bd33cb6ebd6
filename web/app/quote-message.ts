// Quotes a message, or the part of it that is selected. Loaded with the first quotation.

import { linkTo } from '../components/link-to.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { markdownOf } from '../lib/markup-to-markdown.ts';
import { quotation } from '../lib/quoting.ts';
import { fetchSource } from '../message-list/tools/message-actions.ts';
import type { Message } from '../store/message.ts';
import { addressOfMessage } from '../store/narrow-targets.ts';

/** A copy of what is selected within the text of a message, with the elements around it; undefined if nothing is. */
function selectedMarkup({ id }: Message, range: Range | undefined): HTMLElement | undefined {
  const common = range?.commonAncestorContainer;
  const element = common instanceof Element ? common : common?.parentElement;
  const text = element?.closest('.rendered');
  if (!range || range.collapsed || !element || !text?.closest(`article[data-id="${id}"]`)) return undefined;
  let markup: Node = range.cloneContents();
  for (let around: Element | null = element; around && around !== text; around = around.parentElement) {
    const copy = around.cloneNode(false);
    copy.appendChild(markup);
    markup = copy;
  }
  const whole = document.createElement('div');
  whole.append(markup);
  return whole;
}

/**
 * The quotation of a message; undefined if its text cannot be read.
 * @param range what is selected on the page
 */
export async function quotationOf(
  organization: Organization,
  message: Message,
  range: Range | undefined,
): Promise<string | undefined> {
  const { state, ownId } = organization;
  const selected = selectedMarkup(message, range);
  const part = selected && markdownOf(selected, location.href);
  const content = part || (await fetchSource(organization, message));
  if (content === undefined) return undefined;
  return quotation({
    sender: message.sender_full_name,
    senderId: message.sender_id,
    link: linkTo(addressOfMessage(message, state, ownId)),
    content,
    linkLabel: t('composer.said'),
  });
}
