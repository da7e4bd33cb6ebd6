// The button of a menu in the sidebar.

import { Icon } from '../components/icon.tsx';

/** Opens the menu of a row, a section or its additions: `openMenu` of `sidebar-tools.ts` handles it. */
export function MenuMark({ name, icon }: { readonly name: string; readonly icon: 'add' | 'more' }) {
  return (
    <button
      type="button"
      class={`icon-button side-${icon}`}
      aria-label={name}
      aria-haspopup="menu"
      {...(icon === 'more' && { tabIndex: -1 })}
    >
      <Icon name={icon} />
    </button>
  );
}
