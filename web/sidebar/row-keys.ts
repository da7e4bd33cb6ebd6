// Keys in the sidebar: Alt with an arrow moves a row within its section, or a section; the left and right arrows move
// between a row and its menu button.

import { orderWithMoved } from './arrange-rows.ts';
import { moveRow, moveSection } from './move-rows.ts';
import { findRow, type SidebarContext, shownSections } from './sidebar-context.ts';
import { openMenu } from './sidebar-menus.ts';

export function keyTools(box: HTMLElement, context: SidebarContext): void {
  box.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const rowOrSection = target.closest<HTMLElement>('[data-row], [data-section]');
    if (!rowOrSection || event.ctrlKey || event.metaKey) return;
    const isHandled = event.altKey
      ? moveByKey(event.key, rowOrSection, box, context)
      : openByKey(event, rowOrSection, context) || moveFocus(event.key, target, rowOrSection);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function openByKey(
  { key, shiftKey }: KeyboardEvent,
  rowOrSection: HTMLElement,
  context: SidebarContext,
): boolean {
  if (key !== 'ContextMenu' && !(key === 'F10' && shiftKey)) return false;
  void openMenu(rowOrSection, context);
  return true;
}

/** From a row to its menu button and back. */
function moveFocus(key: string, from: HTMLElement, rowOrSection: HTMLElement): boolean {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
  const isForward = (key === 'ArrowRight') === (getComputedStyle(rowOrSection).direction === 'ltr');
  const button = rowOrSection.querySelector<HTMLElement>(':scope > .side-more');
  const control = rowOrSection.querySelector<HTMLElement>('a.side-line, .side-toggle');
  const to = isForward && from === control ? button : !isForward && from === button ? control : undefined;
  to?.focus();
  return to !== undefined && to !== null;
}

function moveByKey(
  key: string,
  rowOrSection: HTMLElement,
  box: HTMLElement,
  context: SidebarContext,
): boolean {
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (step === 0) return false;
  const sections = shownSections(context);
  const { row: rowKey, section: sectionKey } = rowOrSection.dataset;
  if (sectionKey !== undefined) {
    const index = sections.findIndex((one) => one.key === sectionKey) + step;
    if (orderWithMoved(sections, sectionKey, index)) void moveSection(context, box, sectionKey, index);
    return true;
  }
  const found = rowKey === undefined ? undefined : findRow(sections, rowKey);
  if (!found || found.index < 0 || found.section.key === 'more') return false;
  const index = found.index + step;
  if (index >= 0 && index < found.section.rows.length)
    void moveRow(context, box, found.row, found.section, index);
  return true;
}
