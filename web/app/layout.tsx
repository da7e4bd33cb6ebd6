// The layout of the page: sidebar, view, and on phones the bottom bar. At medium widths the sidebar is a
// drawer.

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { keepFocus } from '../components/keep-focus.ts';
import { Overlays } from '../components/overlays.tsx';
import { StatusLine } from '../components/status-line.tsx';
import { useIsWide, WITH_SIDEBAR_REM, WITH_TABLET_REM } from '../components/use-wide.ts';
import { t } from '../i18n/texts.ts';
import { goBack } from './go-back.ts';
import type { LayoutKind } from './layout-kind.ts';
import { NoConnection } from './no-connection.tsx';

export interface LayoutProps {
  readonly kind: LayoutKind;
  /** Whether the view is the inbox, in whose foot messages about what just happened are shown. */
  readonly isInbox?: boolean;
  /** The fragment of the view; a change closes the drawer. */
  readonly fragment: string;
  /** The organization's name. */
  readonly name: string;
  readonly menu: ComponentChildren;
  readonly lists: ComponentChildren;
  readonly topBar: (leading: ComponentChildren) => ComponentChildren;
  /** On phones. */
  readonly bottomBar: (openDrawer: () => void) => ComponentChildren;
  /** Shown next to the view or over it; undefined if folded away. */
  readonly aside?: ComponentChildren;
  readonly isAsideBeside?: boolean;
  readonly onCloseAside?: () => void;
  /** A conversation beside the view. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The composer's text field, or the button that opens it. */
const composerSelector = '.composer .writing-field, .composer-closed button';

/**
 * The sidebar as a drawer. It has the focus while open, and returns it to the element that opened it, or to
 * the new view.
 */
function useDrawer(fragment: string, main: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const drawer = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const close = () => setOpen(false);
  useEffect(close, [fragment]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const openedAt = location.hash;
    drawer.current?.focus();
    return () => {
      if (!drawer.current?.contains(document.activeElement)) return;
      const to = location.hash === openedAt ? opener.current : main.current;
      if (to instanceof HTMLElement) to.focus();
    };
  }, [isOpen]);
  function open() {
    opener.current = document.activeElement;
    setOpen(true);
  }
  return { isOpen, drawer, open, close };
}

export function Layout(props: LayoutProps) {
  const { kind, isInbox = false, fragment, name, menu, lists, topBar, bottomBar, children } = props;
  const { aside, isAsideBeside = false, onCloseAside, beside } = props;
  const isWide = useIsWide(WITH_SIDEBAR_REM);
  const isPhone = !useIsWide(WITH_TABLET_REM);
  const main = useRef<HTMLElement>(null);
  const { isOpen: isDrawerOpen, drawer, open, close } = useDrawer(fragment, main);
  useEffect(() => keepFocus(() => main.current), []);
  const focusComposer = () => main.current?.querySelector<HTMLElement>(composerSelector)?.focus();
  const leading = (
    <>
      {(kind === 'conversation' || kind === 'settings') && (
        <IconButton class="go-back" name={t('frame.back')} icon="back" onClick={goBack} />
      )}
      <IconButton
        class="open-drawer"
        name={t('frame.channels')}
        icon="list"
        aria-expanded={isDrawerOpen}
        onClick={open}
      />
    </>
  );
  const asideClass = !aside ? '' : isAsideBeside ? 'aside-open' : 'aside-over';
  const inboxClass = isInbox ? 'of-inbox' : '';
  return (
    <div class={`frame of-${kind} ${inboxClass} ${isDrawerOpen ? 'drawer-open' : ''} ${asideClass}`}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('frame.skipToContent')}
      </button>
      {(kind === 'conversation' || kind === 'feed') && (
        <button type="button" class="skip" onClick={focusComposer}>
          {t('frame.skipToComposer')}
        </button>
      )}
      <nav
        ref={drawer}
        class="sidebar"
        aria-label={t('frame.sidebar')}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isDrawerOpen) return;
          event.stopPropagation();
          close();
        }}
      >
        <div class="side-head">
          <b>{name}</b>
          {menu}
          <IconButton class="close-drawer" name={t('common.close')} icon="close" onClick={close} />
        </div>
        {lists}
      </nav>
      {isWide && <StatusLine />}
      {isDrawerOpen && (
        <button type="button" class="backdrop" tabIndex={-1} aria-label={t('common.close')} onClick={close} />
      )}
      <main ref={main} tabIndex={-1}>
        {topBar(leading)}
        <NoConnection />
        {children}
        {!isWide && <StatusLine />}
      </main>
      {beside}
      {aside && (
        <>
          <button
            type="button"
            class="backdrop aside-backdrop"
            tabIndex={-1}
            aria-label={t('common.close')}
            onClick={onCloseAside}
          />
          <aside class="aside" aria-label={t('frame.people')}>
            {aside}
          </aside>
        </>
      )}
      {isPhone && bottomBar(open)}
      <Overlays />
    </div>
  );
}
