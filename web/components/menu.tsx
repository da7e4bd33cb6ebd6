// A menu button, following the pattern of the ARIA practices: arrow keys move, letters find an item, Escape
// returns the focus.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { IconButton } from './button.tsx';
import { openerOf, returnFocus } from './focus-view.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { indexAfterKey, indexStartingWith, TypedLetters } from './list-keys.ts';
import type { MenuItem } from './menu-item.ts';
import { useIsServerReachable } from './needs-server.tsx';
import { type PopoverOptions, positionPopover } from './position-popover.ts';
import { showError } from './status-line.tsx';

interface ListProps {
  readonly items: readonly MenuItem[];
  readonly onDone: () => void;
}

/** The items of a menu. */
export function itemsIn(menu: EventTarget): HTMLElement[] {
  return [...(menu as HTMLElement).querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

function roleOf({ isChecked, isChoice }: Exclude<MenuItem, 'line'>) {
  if (isChecked === undefined) return 'menuitem';
  return isChoice ? 'menuitemradio' : 'menuitemcheckbox';
}

/** The items of an open menu. */
export function MenuList({ items, onDone }: ListProps) {
  const isReachable = useIsServerReachable();
  return (
    <>
      {items.map((item, index) =>
        item === 'line' ? (
          <hr key={`line ${index}`} />
        ) : (
          <button
            key={item.label}
            type="button"
            class={`menu-item ${item.isDanger ? 'danger' : ''}`}
            role={roleOf(item)}
            {...(item.spoken !== undefined && { 'aria-label': item.spoken })}
            {...(item.isChecked !== undefined && { 'aria-checked': item.isChecked })}
            tabIndex={-1}
            data-label={item.label}
            {...(!isReachable &&
              item.needsServer && { 'aria-disabled': true, title: t('common.needsServer') })}
            onClick={() => {
              if (!isReachable && item.needsServer) return;
              const { href } = location;
              onDone();
              const returned = document.activeElement;
              item.onChoose();
              if (document.activeElement === returned) returnFocus(href, returned);
            }}
          >
            {item.icon ? <Icon name={item.icon} /> : <span class="icon" />}
            <span>{item.label}</span>
            {item.keyHint && <kbd>{item.keyHint}</kbd>}
            {item.isChecked && <Icon name="check" />}
          </button>
        ),
      )}
    </>
  );
}

/** Moves the focus in an open menu, which handles all keys, even those without a meaning. */
export function onMenuKeyDown(
  event: KeyboardEvent & { readonly currentTarget: EventTarget },
  letters: TypedLetters,
  close: () => void,
): void {
  const buttons = itemsIn(event.currentTarget);
  const from = buttons.indexOf(document.activeElement as HTMLElement);
  const labels = buttons.map((button) => button.dataset.label ?? '');
  const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey;
  const to = isLetter
    ? indexStartingWith(labels, letters.with(event.key, event.timeStamp), from)
    : indexAfterKey(event.key, from, buttons.length);
  event.stopPropagation();
  if (event.key === 'Tab') close();
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}

export interface MenuButtonProps extends PopoverOptions {
  readonly name: string;
  readonly icon: IconName;
  readonly keyHint?: string;
  readonly class?: string;
  /** -1 in a list that arrow keys walk through. */
  readonly tabIndex?: number;
  /** Called when the menu opens, so that unopened menus cost nothing. It may load the menu's code. */
  readonly items: () => readonly MenuItem[] | Promise<readonly MenuItem[]>;
}

export function MenuButton(props: MenuButtonProps) {
  const { name, icon, keyHint, items, class: more, tabIndex, ...options } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<readonly MenuItem[]>();
  const [letters] = useState(() => new TypedLetters());
  const wasOpen = useRef(false);
  const opener = useRef<Element>(undefined);
  const openedAt = useRef('');
  const focusOpener = () => returnFocus(openedAt.current, opener.current);
  function close() {
    menu.current?.hidePopover();
    focusOpener();
  }
  useEffect(() => {
    if (!open) return undefined;
    addEventListener('hashchange', close);
    return () => removeEventListener('hashchange', close);
  }, [open]);
  function onToggle(event: { readonly newState: string }) {
    if (event.newState === 'closed') {
      const hadFocus =
        menu.current?.contains(document.activeElement) || document.activeElement === document.body;
      setOpen(undefined);
      if (hadFocus) focusOpener();
      return;
    }
    if (!menu.current || !button.current) return;
    positionPopover(menu.current, button.current, options);
    itemsIn(menu.current)[0]?.focus();
  }
  async function show() {
    opener.current = button.current ? openerOf(button.current) : undefined;
    openedAt.current = location.href;
    try {
      const opened = items();
      setOpen(opened instanceof Promise ? await opened : opened);
    } catch {
      showError(t('common.needsServer'));
      return;
    }
    // The items are rendered by the next task.
    setTimeout(() => menu.current?.showPopover());
  }
  return (
    <>
      <IconButton
        name={name}
        icon={icon}
        {...(keyHint && { keyHint })}
        {...(more && { class: more })}
        {...(tabIndex !== undefined && { tabIndex })}
        buttonRef={button}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        {...(open && { 'aria-controls': id })}
        // A press outside closes the menu before the click, and the button counts as outside.
        onPointerDown={() => {
          wasOpen.current = open !== undefined;
        }}
        onClick={() => {
          if (!wasOpen.current) void show();
          wasOpen.current = false;
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          event.stopPropagation();
          void show();
        }}
      />
      <div
        ref={menu}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={name}
        onToggle={onToggle}
        onKeyDown={(event) => onMenuKeyDown(event, letters, close)}
      >
        {open && <MenuList items={open} onDone={close} />}
      </div>
    </>
  );
}
