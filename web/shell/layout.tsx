// How the page is laid out: sidebar, view, and on phones the bar at the bottom. Between them and wide screens the
// sidebar is a drawer.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../parts/button.tsx';
import { keepFocus } from '../parts/keep-focus.ts';
import { Overlays } from '../parts/overlays.tsx';
import { StatusLine } from '../parts/status-line.tsx';
import { t } from '../words/words.ts';
import { NoConnection } from './no-connection.tsx';

export interface LayoutProps {
  /** Of the view; another one closes the drawer. */
  readonly fragment: string;
  /** Beside the name of the organization. */
  readonly name: string;
  readonly menu: ComponentChildren;
  readonly lists: ComponentChildren;
  readonly topBar: (leading: ComponentChildren) => ComponentChildren;
  readonly bottomBar: (openDrawer: () => void) => ComponentChildren;
  /** Beside the view; undefined where it is folded away. */
  readonly aside?: ComponentChildren;
  readonly onCloseAside?: () => void;
  readonly children: ComponentChildren;
}

/** The text field, or what opens it. */
const writing = '.composer .writing-field, .composer-closed button';

export function Layout(props: LayoutProps) {
  const { fragment, name, menu, lists, topBar, bottomBar, aside, onCloseAside, children } = props;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => setDrawerOpen(false), [fragment]);
  useEffect(() => keepFocus(() => main.current), []);
  const open = () => setDrawerOpen(true);
  const close = () => setDrawerOpen(false);
  const toWriting = () => main.current?.querySelector<HTMLElement>(writing)?.focus();
  const leading = (
    <IconButton
      class="open-drawer"
      name={t('shell.channels')}
      icon="list"
      aria-expanded={isDrawerOpen}
      onClick={open}
    />
  );
  return (
    <div class={`frame ${isDrawerOpen ? 'drawer-open' : ''} ${aside ? 'aside-open' : ''}`}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('shell.skipToMessages')}
      </button>
      <button type="button" class="skip" onClick={toWriting}>
        {t('shell.skipToComposer')}
      </button>
      <nav class="sidebar" aria-label={t('shell.sidebar')}>
        <div class="side-head">
          <b>{name}</b>
          {menu}
          <IconButton class="close-drawer" name={t('parts.close')} icon="close" onClick={close} />
        </div>
        {lists}
      </nav>
      {isDrawerOpen && (
        <button type="button" class="veil" tabIndex={-1} aria-label={t('parts.close')} onClick={close} />
      )}
      <main ref={main} tabIndex={-1}>
        {topBar(leading)}
        <NoConnection />
        {children}
      </main>
      {aside && (
        <>
          <button
            type="button"
            class="veil aside-veil"
            tabIndex={-1}
            aria-label={t('parts.close')}
            onClick={onCloseAside}
          />
          <aside class="aside" aria-label={t('shell.people')}>
            {aside}
          </aside>
        </>
      )}
      {bottomBar(open)}
      <Overlays />
      <StatusLine />
    </div>
  );
}
