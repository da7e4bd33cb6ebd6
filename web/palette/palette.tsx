// The command palette: a dialog with one field that finds channels, topics, people, messages and actions. The focus stays
// in the field; arrow keys choose a row, Enter opens it, and the right arrow lists the actions on it.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { isEscapeKey } from '../components/field-keys.ts';
import { returnFocus } from '../components/focus-view.ts';
import { focusRestorer } from '../components/keep-focus.ts';
import { indexAfterKey } from '../components/list-keys.ts';
import { useIsServerReachable } from '../components/needs-server.tsx';
import { useKeyedState } from '../components/use-keyed-state.ts';
import { t } from '../i18n/texts.ts';
import {
  kindPrefixes,
  moreSection,
  type PaletteItem,
  type PaletteSection,
  paletteKinds,
} from './palette-item.ts';
import { type PaletteQuery, paletteQuery, withKind } from './palette-query.ts';
import { PaletteRow } from './palette-row.tsx';

export interface PalettePurpose {
  readonly title: string;
  /** Shown below the field. */
  readonly about: ComponentChildren;
}

export interface PaletteProps {
  /** Returns the items that match a query; called again with each change of the text. */
  readonly find: (query: PaletteQuery) => readonly PaletteSection[];
  /** The address of the search for the words on the server; without it messages are not searched. */
  readonly addressOfSearch?: (words: string) => string;
  /** If given, the palette finds only conversations, and one is chosen for this purpose. */
  readonly purpose?: PalettePurpose;
  /** Called with an item that was chosen. */
  readonly onUse: (item: PaletteItem) => void;
  /** Opens an address beside the view; without it nothing opens there. */
  readonly onOpenBeside?: (address: string) => void;
  readonly onClose: () => void;
  /** What was typed before the field had the focus; called once. */
  readonly typedBefore?: () => string;
}

const titles = {
  conversations: 'palette.conversations',
  people: 'palette.people',
  messages: 'palette.messages',
  actions: 'palette.actions',
  visited: 'palette.visited',
  saved: 'searching.savedSearches',
  more: 'palette.more',
} as const;

const isRightToLeft = () => document.documentElement.dir === 'rtl';
/** The arrow key in the direction of the text. */
const forwardKey = () => (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight');
const backKey = () => (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft');

export function Palette({
  find,
  addressOfSearch,
  purpose,
  onUse,
  onOpenBeside,
  onClose,
  typedBefore,
}: PaletteProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  /** The item whose actions are listed. */
  const [opened, setOpened] = useState<PaletteItem>();
  const [active, setActive] = useKeyedState(`${opened?.key} ${text}`, 0);
  const isReachable = useIsServerReachable();
  const query = opened ? { kind: undefined, words: text.trim() } : paletteQuery(text);
  const sections = opened ? [moreSection(opened, query.words)] : find(query);
  const items = sections.flatMap((section) => section.items);
  const rowId = (index: number) => `${id}-${index}`;
  const isDisabled = (item: PaletteItem) => item.needsServer === true && !isReachable;

  useEffect(() => {
    const previousFocus = focusRestorer(document.activeElement);
    const { href } = location;
    dialog.current?.showModal();
    field.current?.focus();
    const typedText = typedBefore?.();
    if (typedText) setText(typedText);
    return () => {
      dialog.current?.close();
      returnFocus(href, previousFocus());
    };
  }, []);
  useLayoutEffect(() => {
    document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, text]);

  function showMore(item: PaletteItem | undefined) {
    setOpened(item);
    setText('');
    field.current?.focus();
  }
  function choose(item: PaletteItem, isNewTab: boolean, isBeside = false) {
    if (isDisabled(item)) return;
    onUse(item);
    onClose();
    if (typeof item.opens === 'function') item.opens();
    else if (isBeside && onOpenBeside) onOpenBeside(item.opens);
    else if (isNewTab) open(item.opens, '_blank', 'noopener');
    else location.hash = item.opens;
  }
  /** Whether the caret is at the start or the end of the text, with nothing selected. */
  function isCaretAt(end: 'start' | 'end'): boolean {
    const { selectionStart, selectionEnd, value } = field.current ?? {};
    return selectionStart === selectionEnd && selectionStart === (end === 'start' ? 0 : value?.length);
  }
  function onKey(event: KeyboardEvent): boolean {
    const { key } = event;
    const item = items[active];
    const isModified = event.ctrlKey || event.metaKey || (event.altKey && key !== 'Enter');
    if (isEscapeKey(event)) {
      if (opened) showMore(undefined);
      else onClose();
    } else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (query.words === '' || opened || !addressOfSearch) return true;
      onClose();
      location.hash = addressOfSearch(query.words);
    } else if (isModified) return false;
    else if (key === 'Enter') {
      if (item) choose(item, event.shiftKey, event.altKey);
    } else if (key === 'ArrowDown' || key === 'ArrowUp')
      setActive(indexAfterKey(key, active, items.length) ?? 0);
    else if (key === forwardKey() && item?.more && isCaretAt('end')) showMore(item);
    else if ((key === backKey() || key === 'Backspace') && opened && isCaretAt('start')) showMore(undefined);
    else return false;
    return true;
  }
  const title = purpose?.title ?? t('palette.title');
  let index = -1;
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={title}
      onCancel={(event: Event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event: MouseEvent) => event.target === dialog.current && onClose()}
      onKeyDown={(event: KeyboardEvent) => {
        event.stopPropagation();
        // Buttons have their own keys, but for Escape.
        const isPaletteKey = event.target === field.current || isEscapeKey(event);
        if (isPaletteKey && onKey(event)) event.preventDefault();
      }}
    >
      <div class="palette-field">
        {opened && <span class="palette-opened">{opened.name}</span>}
        <input
          ref={field}
          type="text"
          enterkeyhint="go"
          role="combobox"
          aria-label={opened ? t('palette.moreFor', { name: opened.name }) : title}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={id}
          {...(items.length > 0 && { 'aria-activedescendant': rowId(active) })}
          placeholder={opened ? t('palette.more') : (purpose?.title ?? t('palette.placeholder'))}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <span class="palette-key" aria-hidden="true">
          Esc
        </span>
        <IconButton class="only-phones" name={t('common.close')} icon="close" onClick={onClose} />
      </div>
      {purpose?.about}
      {!opened && !purpose && (
        <fieldset class="palette-kinds" aria-label={t('palette.kinds')}>
          {[undefined, ...paletteKinds].map((kind) => (
            <button
              key={kind ?? 'all'}
              type="button"
              class="chip"
              aria-pressed={query.kind === kind}
              onClick={() => {
                setText(withKind(text, kind));
                field.current?.focus();
              }}
            >
              {kind && (
                <span class="palette-key" aria-hidden="true">
                  {kindPrefixes[kind]}
                </span>
              )}
              {t(kind ? titles[kind] : 'palette.everything')}
            </button>
          ))}
        </fieldset>
      )}
      <div id={id} class="palette-list" role="listbox" aria-label={t('palette.results')}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not sets of fields.
          <div key={section.kind} role="group" aria-label={t(titles[section.kind])}>
            <p aria-hidden="true">{t(titles[section.kind])}</p>
            {section.items.map((item) => {
              index += 1;
              const own = index;
              return (
                <PaletteRow
                  key={item.key}
                  id={rowId(own)}
                  item={item}
                  words={query.words}
                  isActive={own === active}
                  isDisabled={isDisabled(item)}
                  onChoose={({ shiftKey, altKey }) => choose(item, shiftKey, altKey)}
                  onPoint={() => own !== active && setActive(own)}
                  onShowMore={() => item.more && showMore(item)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {/* Always rendered, so that screen readers announce changes of its content. */}
      <p class={items.length > 0 ? 'only-spoken' : 'palette-none'} role="status">
        {items.length > 0 && query.words !== '' && t('palette.found', { count: items.length })}
        {items.length === 0 && t(query.words === '' ? 'palette.empty' : 'palette.nothing')}
      </p>
      <footer class="palette-keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keyChoose')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('palette.keyOpen')}
        </span>
        {!purpose && (
          <>
            <span>
              <kbd>{forwardKey() === 'ArrowRight' ? '→' : '←'}</kbd> {t('palette.keyMore')}
            </span>
            <span>
              <kbd>Shift+Enter</kbd> {t('palette.keyNewTab')}
            </span>
          </>
        )}
        {onOpenBeside && (
          <span class="with-beside">
            <kbd>Alt+Enter</kbd> {t('beside.open')}
          </span>
        )}
      </footer>
    </dialog>
  );
}
