// The items of menus that move a row or section up and down.

import type { MenuItem } from '../components/menu-item.ts';
import { t } from '../i18n/texts.ts';

/** The element around the sections. */
export function boxOf(element: HTMLElement): HTMLElement {
  return element.closest<HTMLElement>('.side-lists') ?? element;
}

/** Items that move something up and down. @param index -1 if it cannot be moved */
export function moveItems(index: number, count: number, move: (index: number) => Promise<void>): MenuItem[] {
  const item = (label: string, icon: 'up' | 'down', to: number): MenuItem[] =>
    to >= 0 && to < count
      ? [
          {
            label,
            icon,
            keyHint: icon === 'up' ? 'Alt ↑' : 'Alt ↓',
            needsServer: true,
            onChoose: () => void move(to),
          },
        ]
      : [];
  if (index < 0) return [];
  return [...item(t('sidebar.moveUp'), 'up', index - 1), ...item(t('sidebar.moveDown'), 'down', index + 1)];
}
