// Shows HTML that the server's renderer made, there or here, the only HTML that this client ever sets: emoji as characters,
// times where the reader is, spoilers that open, links that lead where they say. The page's policy lets no other script do
// the same.

import { fullTime } from '../i18n/dates.ts';
import { t } from '../i18n/words.ts';
import { loadFormulaStyle } from './formula-style.ts';
import { destinationOf, emojiOfClass, isSentence, shownSize } from './rendered-rules.ts';

interface Policy {
  createHTML(html: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;

/** The browser's policy where it has such a thing; made once, since its name may be taken once. */
function messageHtml(html: string): string {
  const maker = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes;
  policy ??= maker?.createPolicy('message-html', { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  };
  return policy.createHTML(html);
}

/** What a character reference (`&copy;`) stands for, as the browser knows it; the reference where it knows no such name. */
export function namedCharacter(reference: string): string {
  // What a title holds is a text: nothing in it becomes an element.
  const title = document.createElement('title');
  title.innerHTML = messageHtml(reference);
  const text = title.textContent;
  // Where only the beginning of a name is one, as of `&notice;`, the rest of it is left.
  return text.endsWith(';') && text !== ';' ? reference : text;
}

export interface Reader {
  /** Their mentions stand out. */
  readonly userId: number;
  readonly groupIds: ReadonlySet<number>;
  readonly is24Hours: boolean;
}

/** Replaces what an element shows by HTML of the server. */
export function showRendered(element: HTMLElement, html: string, reader: Reader): void {
  element.innerHTML = messageHtml(html);
  // Most messages are a sentence: there is nothing to look for.
  if (isSentence(html)) {
    element.classList.remove('only-emoji');
    return;
  }
  for (const emoji of element.querySelectorAll<HTMLElement>('span.emoji')) {
    emoji.textContent = emojiOfClass(emoji.className) ?? emoji.textContent;
  }
  for (const link of element.querySelectorAll('a')) pointed(link);
  for (const time of element.querySelectorAll('time')) localized(time, reader);
  for (const spoiler of element.querySelectorAll<HTMLElement>('.spoiler-block')) closed(spoiler);
  for (const image of element.querySelectorAll('img')) placed(image);
  for (const mention of element.querySelectorAll<HTMLElement>(mentions)) {
    if (isToReader(mention, reader)) mention.classList.add('to-me');
    if (leadsSomewhere(mention)) Object.assign(mention, { role: 'button', tabIndex: 0 });
  }
  element.classList.toggle('only-emoji', isOnlyEmoji(element));
  if (element.querySelector('.katex')) loadFormulaStyle();
}

const mentions = '.user-mention, .user-group-mention, .topic-mention';

function isToReader({ dataset }: HTMLElement, { userId, groupIds }: Reader): boolean {
  if (dataset.userGroupId !== undefined) return groupIds.has(Number(dataset.userGroupId));
  return dataset.userId === undefined || dataset.userId === '*' || Number(dataset.userId) === userId;
}

/** Whether it is of somebody, or of a group; not of everybody in a place. */
function leadsSomewhere({ dataset }: HTMLElement): boolean {
  return /^\d+$/.test(dataset.userId ?? dataset.userGroupId ?? '');
}

function pointed(link: HTMLAnchorElement): void {
  const destination = destinationOf(link.getAttribute('href') ?? '', location);
  if (destination.kind === 'view') {
    link.setAttribute('href', destination.fragment);
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  const image = link.querySelector('img:not([alt]), video');
  if (image && !link.hasAttribute('aria-label')) {
    link.setAttribute('aria-label', link.title || decodedName(link.href));
  }
}

function decodedName(href: string): string {
  const name = href.split('/').at(-1) ?? href;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function localized(time: HTMLTimeElement, { is24Hours }: Reader): void {
  const seconds = Date.parse(time.dateTime) / 1000;
  if (!Number.isFinite(seconds)) return;
  time.title = time.dateTime;
  time.textContent = fullTime(seconds, { is24Hours });
}

function closed(spoiler: HTMLElement): void {
  const header = spoiler.querySelector<HTMLElement>('.spoiler-header');
  const content = spoiler.querySelector<HTMLElement>('.spoiler-content');
  if (!header || !content) return;
  if (header.textContent?.trim() === '') header.textContent = t('composer.spoiler');
  content.hidden = true;
  content.removeAttribute('aria-hidden');
  header.role = 'button';
  header.tabIndex = 0;
  header.ariaExpanded = 'false';
  const toggle = () => {
    content.hidden = !content.hidden;
    header.ariaExpanded = String(!content.hidden);
  };
  header.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a')) toggle();
  });
  header.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  });
}

function placed(image: HTMLImageElement): void {
  if (!image.hasAttribute('alt')) image.alt = '';
  const size = shownSize(image.dataset.originalDimensions ?? '');
  if (size) Object.assign(image, size);
  image.decoding = 'async';
}

/** Whether there is nothing but one to three emoji. */
function isOnlyEmoji(element: HTMLElement): boolean {
  const emoji = element.querySelectorAll('.emoji');
  if (emoji.length === 0 || emoji.length > 3) return false;
  const spoken = [...emoji].map((one) => one.textContent).join('');
  return (
    (element.textContent ?? '').replace(/\s/g, '') === spoken.replace(/\s/g, '') &&
    !element.querySelector('a, code')
  );
}
