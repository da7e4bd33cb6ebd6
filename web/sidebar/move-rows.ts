// Moves rows and sections of the sidebar, keeps the focus on what was moved, and announces its new position.

import { announce } from '../components/announce.ts';
import { attempt } from '../data/attempt.ts';
import { t } from '../i18n/texts.ts';
import { orderWithMoved, rowsWithMoved } from './arrange-rows.ts';
import { type SidebarContext, shownSections } from './sidebar-context.ts';
import type { SidebarRow } from './sidebar-rows.ts';
import type { SidebarSection } from './sidebar-sections.ts';

/** Waits until a change of the sidebar has arrived and is shown, for at most five seconds. */
function sidebarShown({ organization }: SidebarContext): Promise<void> {
  const before = organization.state.sidebar;
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clearTimeout(timer);
      // The moved row is rendered in a later task.
      requestAnimationFrame(() => setTimeout(resolve));
    };
    const timer = setTimeout(done, 5000);
    const stop = organization.onChange(() => {
      if (organization.state.sidebar !== before) done();
    });
  });
}

function focusIn(box: HTMLElement, selector: string): void {
  if (
    document.activeElement &&
    document.activeElement !== document.body &&
    !box.contains(document.activeElement)
  )
    return;
  box.querySelector<HTMLElement>(selector)?.focus();
}

/** Moves a row to an index among the other rows of its section or of another section. */
export async function moveRow(
  context: SidebarContext,
  box: HTMLElement,
  row: SidebarRow,
  section: SidebarSection,
  index: number,
): Promise<void> {
  const { client, state } = context.organization;
  const rows = rowsWithMoved(state, section, row, index);
  const shown = sidebarShown(context);
  if (!(await attempt(client.call('update-sidebar-section', { section: section.key, rows })))) return;
  await shown;
  focusIn(box, `[data-row="${CSS.escape(row.key)}"] > a`);
  const others = section.rows.filter(({ key }) => key !== row.key).length;
  announce(
    t('sidebar.moved', {
      name: row.name,
      section: section.title,
      place: String(index + 1),
      count: others + 1,
    }),
  );
}

/** Moves a section to an index among the others. */
export async function moveSection(
  context: SidebarContext,
  box: HTMLElement,
  key: string,
  index: number,
): Promise<void> {
  const sections = shownSections(context);
  const section = sections.find((one) => one.key === key);
  const order = orderWithMoved(sections, key, index);
  if (!section || !order) return;
  const shown = sidebarShown(context);
  if (!(await attempt(context.organization.client.call('order-sidebar-sections', { order })))) return;
  await shown;
  focusIn(box, `[data-section="${CSS.escape(key)}"] .side-toggle`);
  announce(
    t('sidebar.movedSection', {
      name: section.title,
      place: String(index + 1),
      count: sections.length,
    }),
  );
}
