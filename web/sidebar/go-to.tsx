// The field at the top of the sidebar, which filters it. Arrow keys move, Enter opens.

import { useEffect, useRef, useState } from 'preact/hooks';
import { onFieldKeyDown } from '../components/field-keys.ts';
import { focusView } from '../components/focus-view.ts';
import { lazyPart } from '../components/lazy.tsx';
import { indexAfterKey } from '../components/list-keys.ts';
import { useKeyDown } from '../components/use-key-down.ts';
import { useNextTask } from '../components/use-next-task.ts';
import { useKeys } from '../data/key-actions.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { Sidebar } from './sidebar.tsx';

const loadFoundList = () => import('./found-list.tsx');
const FoundList = lazyPart(
  async () => (await loadFoundList()).FoundList,
  (load) => load(),
);

const LINES = 'a.side-line';

/** The sidebar, or the matches of the typed text. */
export function GoTo({ view, fragment }: { readonly view: View | undefined; readonly fragment: string }) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The conversation comes first.
  const areRowsNext = useNextTask();
  useEffect(() => setQuery(''), [fragment]);
  useKeys({ filterSidebar: () => field.current?.focus() });
  function clearAndLeave() {
    setQuery('');
    focusView();
  }
  useKeyDown(box, (event) => {
    onFieldKeyDown(event, {
      popup: query !== '' && {
        close() {
          setQuery('');
          field.current?.focus();
        },
      },
      onKey: (pressed) => !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey && onKey(pressed),
    });
  });
  function onKey({ key }: KeyboardEvent): boolean {
    const lines = [...(box.current?.querySelectorAll<HTMLElement>(LINES) ?? [])];
    const from = lines.indexOf(document.activeElement as HTMLElement);
    const isInField = document.activeElement === field.current;
    if (key === 'Enter' && isInField) {
      if (query.trim() !== '') lines[0]?.click();
      return true;
    }
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (!isArrow || (isInField && key === 'ArrowUp')) return false;
    if (key === 'ArrowUp' && from === 0) field.current?.focus();
    else lines[indexAfterKey(key, from, lines.length) ?? 0]?.focus();
    return true;
  }
  return (
    <div ref={box} class="go-to">
      <div class="go-to-field">
        <input
          ref={field}
          class="input"
          type="search"
          aria-label={t('frame.goTo')}
          placeholder={t('frame.goTo')}
          value={query}
          // So that Enter finds the matches of what is typed at once.
          onFocus={() => void loadFoundList().catch(() => undefined)}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="key" aria-hidden="true">
          q
        </span>
      </div>
      <div class="side-lists">
        {query.trim() !== '' ? (
          <FoundList query={query} onLeave={clearAndLeave} />
        ) : (
          areRowsNext && <Sidebar view={view} />
        )}
      </div>
    </div>
  );
}
