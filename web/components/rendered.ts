// Displays HTML made by the server's renderer, here or on the server. It is the only HTML this client ever
// sets: emoji become characters, times local, spoilers can be opened, links get their targets. The page's
// policy allows no other script to set HTML.

import { fullTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { loadFormulaStyle } from './formula-style.ts';
import { loadSecondary } from './lazy-chunks.ts';
import { displaySize, emojiOfClass, isSentence, linkTarget } from './rendered-rules.ts';

interface Policy {
  createHTML(html: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | undefined;

/** The Trusted Types policy, if the browser supports them. Created once, since its name may be used only once. */
function messageHtml(html: string): string {
  const maker = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes;
  policy ??= maker?.createPolicy('message-html', { createHTML: (text) => text }) ?? {
    createHTML: (text) => text,
  };
  return policy.createHTML(html);
}

/** The character of a reference (`&copy;`), according to the browser; the reference itself if it is unknown. */
export function namedCharacter(reference: string): string {
  // A title holds only text: nothing in it becomes an element.
  const title = document.createElement('title');
  title.innerHTML = messageHtml(reference);
  const text = title.textContent;
  // If only the beginning is a known name, as in `&notice;`, the rest is left over.
  return text.endsWith(';') && text !== ';' ? reference : text;
}

export interface Viewer {
  /** Mentions of this account are highlighted. */
  readonly userId: number;
  readonly groupIds: ReadonlySet<number>;
  readonly is24Hours: boolean;
}

/** Replaces the content of an element with HTML from the server. */
export function renderInto(element: HTMLElement, html: string, viewer: Viewer): void {
  element.innerHTML = messageHtml(html);
  // Most messages are plain sentences, which need no processing.
  if (isSentence(html)) {
    element.classList.remove('only-emoji');
    return;
  }
  for (const emoji of element.querySelectorAll<HTMLElement>('span.emoji')) {
    emoji.textContent = emojiOfClass(emoji.className) ?? emoji.textContent;
  }
  for (const link of element.querySelectorAll('a')) setTarget(link);
  for (const time of element.querySelectorAll('time')) localize(time, viewer);
  for (const spoiler of element.querySelectorAll<HTMLElement>('.spoiler-block')) collapse(spoiler);
  for (const image of element.querySelectorAll('img')) reserveSpace(image);
  for (const mention of element.querySelectorAll<HTMLElement>(mentions)) {
    if (mentionsViewer(mention, viewer)) mention.classList.add('to-me');
    if (isAccountOrGroup(mention)) Object.assign(mention, { role: 'button', tabIndex: 0 });
  }
  // The marks of lists, the bars of quotes and the columns of tables follow the direction of their text.
  for (const block of element.querySelectorAll<HTMLElement>(blocks))
    if (!beginsBlockAround(block, element)) block.dir = 'auto';
  element.classList.toggle('only-emoji', isOnlyEmoji(element));
  if (element.querySelector('.katex')) loadFormulaStyle();
  if (element.querySelector('audio')) void showPlayers(element);
}

/** Shows recordings with their waveforms. Without a connection they keep the player of the browser. */
async function showPlayers(element: HTMLElement): Promise<void> {
  const players = await loadSecondary(() => import('./voice-player.tsx')).catch(() => undefined);
  players?.showPlayers(element);
}

const blocks = 'ul, ol, blockquote, table';

/**
 * Whether a block has the first letter of the block around it, such as a list that is all of a quote. It inherits the
 * direction, since `auto` does not look at the text of elements that have a direction of their own.
 */
function beginsBlockAround(block: HTMLElement, rendered: HTMLElement): boolean {
  const around = block.parentElement?.closest(blocks);
  if (!around || !rendered.contains(around)) return false;
  const before = document.createRange();
  before.setStart(around, 0);
  before.setEndBefore(block);
  return !/\p{L}/u.test(before.toString());
}

const mentions = '.user-mention, .user-group-mention, .topic-mention';

function mentionsViewer({ dataset }: HTMLElement, { userId, groupIds }: Viewer): boolean {
  if (dataset.userGroupId !== undefined) return groupIds.has(Number(dataset.userGroupId));
  return dataset.userId === undefined || dataset.userId === '*' || Number(dataset.userId) === userId;
}

/** Whether a mention is of an account or a group, not of everyone in a channel or topic. */
function isAccountOrGroup({ dataset }: HTMLElement): boolean {
  return /^\d+$/.test(dataset.userId ?? dataset.userGroupId ?? '');
}

function setTarget(link: HTMLAnchorElement): void {
  const destination = linkTarget(link.getAttribute('href') ?? '', location);
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

function localize(time: HTMLTimeElement, { is24Hours }: Viewer): void {
  const seconds = Date.parse(time.dateTime) / 1000;
  if (!Number.isFinite(seconds)) return;
  time.title = time.dateTime;
  time.textContent = fullTime(seconds, { is24Hours });
}

function collapse(spoiler: HTMLElement): void {
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

function reserveSpace(image: HTMLImageElement): void {
  if (!image.hasAttribute('alt')) image.alt = '';
  const size = displaySize(image.dataset.originalDimensions ?? '');
  if (size) Object.assign(image, size);
  image.decoding = 'async';
}

/** Whether the content is only one to three emoji. */
function isOnlyEmoji(element: HTMLElement): boolean {
  const emoji = element.querySelectorAll('.emoji');
  if (emoji.length === 0 || emoji.length > 3) return false;
  const spoken = [...emoji].map((element) => element.textContent).join('');
  return (
    (element.textContent ?? '').replace(/\s/g, '') === spoken.replace(/\s/g, '') &&
    !element.querySelector('a, code')
  );
}
