// Opens the menus of the rows and sections of the sidebar, and of the account's own views.

import { type Point, showContextMenu } from '../components/context-menu.tsx';
import { savedViewItems } from '../forms/saved-view.tsx';
import { rowItems } from './row-menu.ts';
import { add, sectionItems } from './section-menu.ts';
import { findRow, type SidebarContext, shownSections } from './sidebar-context.ts';
import { rowKeyOfView } from './sidebar-model.ts';

/** The control of a row or section that has the focus while its menu is closed. */
function controlOf(element: HTMLElement): HTMLElement {
  return element.querySelector<HTMLElement>('a.side-line, .side-toggle') ?? element;
}

/**
 * Opens the menu of the row or section that contains an element, or performs the action of its "+" button.
 * @param at where it was pressed
 */
export async function openMenu(element: HTMLElement, context: SidebarContext, at?: Point): Promise<void> {
  const rowOrSection = element.closest<HTMLElement>('[data-row], [data-section]');
  if (!rowOrSection) return;
  const { row: key, section: sectionKey } = rowOrSection.dataset;
  const sections = shownSections(context);
  const anchor = element === rowOrSection ? controlOf(rowOrSection) : element;
  if (element.classList.contains('side-add')) {
    add(context, sectionKey ?? '', element);
    return;
  }
  const found = key === undefined ? undefined : findRow(sections, key);
  if (found) {
    const items = await rowItems(context, found, anchor, at);
    showContextMenu({ name: found.row.name, anchor, at, items });
    return;
  }
  const view = context.organization.state.navigation_views?.find(
    ({ fragment }) => rowKeyOfView(fragment) === key,
  );
  if (view) {
    const { fragment, name = `#${fragment}` } = view;
    const items = savedViewItems(context.organization.client, { fragment, name });
    showContextMenu({ name, anchor, at, items });
    return;
  }
  const section = sections.find((one) => one.key === sectionKey);
  if (section)
    showContextMenu({ name: section.title, anchor, at, items: sectionItems(context, section, anchor) });
}
