// The GIF picker: a search field, and below it the provider's GIFs in columns. The focus stays in the field, which names
// the active GIF. All pictures come from the organization's own server.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { onFieldKeyDown } from '../components/field-keys.ts';
import { showCard } from '../components/overlays.tsx';
import { gifErrorText } from '../data/gif-error-text.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { gifColumns, gifIndexAfterKey, movesCaret } from '../lib/gif-columns.ts';
import { gifLinkText } from '../lib/gif-link.ts';
import { attribution, type GifProviderName, searchAttribution } from '../lib/gif-providers.ts';
import { GifResults, type GifResultsState } from '../lib/gif-results.ts';
import { GifList } from './gif-list.tsx';
import type { GifPickerOptions } from './gif-picker-options.ts';
import type { Gif } from './gif-tile.tsx';
import { fileLink } from './texts.ts';

/** How long a search waits after the last key press. */
const PAUSE_MILLISECONDS = 350;
const MAX_QUERY = 50;
/** Windows narrower than this have a sheet with two columns. */
const PHONE_PIXELS = 720;
/** How far from the end of the list the next page is loaded. */
const AHEAD_PIXELS = 300;

export function showGifPicker(provider: GifProviderName, options: GifPickerOptions): void {
  const { organization, anchor, query = '', onText } = options;
  showCard({ anchor, name: t('gifs.title'), side: 'above', isSheet: true }, (close) => (
    <GifPicker
      organization={organization}
      provider={provider}
      initialQuery={query}
      onChoose={({ title, url }) => {
        close();
        onText(fileLink(gifLinkText(title), url));
      }}
    />
  ));
}

/** Whether GIFs only show their first frame. */
function isStill({ state }: Organization): boolean {
  const never = state.user_settings?.web_animate_image_previews === 'never';
  return never || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function useGifs({ client }: Organization, query: string) {
  const [state, setState] = useState<GifResultsState<Gif>>({
    gifs: [],
    isLoading: true,
    hasMore: true,
    error: undefined,
  });
  const [results] = useState(
    () =>
      new GifResults<Gif>(
        (words, page) => client.call('get-gifs', { page, ...(words !== '' && { query: words }) }),
        setState,
      ),
  );
  const words = query.trim();
  const searched = useRef<string | undefined>(undefined);
  function search(): void {
    if (searched.current === words) return;
    searched.current = words;
    void results.search(words);
  }
  useEffect(() => {
    const timer = setTimeout(search, searched.current === undefined ? 0 : PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [words]);
  return {
    state,
    more: () => void results.more(),
    retry: () => void results.retry(),
    search,
    /** Whether the GIFs are those of earlier words. */
    isOutdated: () => searched.current !== words,
  };
}

interface GifPickerProps {
  readonly organization: Organization;
  readonly provider: GifProviderName;
  readonly initialQuery: string;
  readonly onChoose: (gif: Gif) => void;
}

export function GifPicker({ organization, provider, initialQuery, onChoose }: GifPickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(initialQuery);
  const [active, setActive] = useState(0);
  const { state, more, retry, search, isOutdated } = useGifs(organization, query);
  const { gifs, isLoading, error } = state;
  const columns = gifColumns(gifs, innerWidth < PHONE_PIXELS ? 2 : 3);
  const activeGif = gifs[active];
  const still = isStill(organization);
  const isByKey = useRef(false);
  /** Whether the arrows to the side lead to GIFs, rather than through the text: since a key led to one. */
  const isAmongGifs = useRef(false);
  useEffect(() => {
    // A GIF under the pointer is visible already.
    if (isByKey.current)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    isByKey.current = false;
  }, [active]);
  // The new page may not fill the list, or the end may have been reached while it was loaded.
  useEffect(loadAhead, [gifs]);
  function loadAhead() {
    const box = list.current;
    if (box && gifs.length > 0 && box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD_PIXELS) more();
  }
  function isForCaret({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, isRightToLeft: boolean) {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const caret = { text: query, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey;
    return !isPlain || (!isAmongGifs.current && movesCaret(key, caret, isRightToLeft));
  }
  function onKey(event: KeyboardEvent): boolean {
    const { key } = event;
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const to = isForCaret(event, isRightToLeft)
      ? undefined
      : gifIndexAfterKey(key, active, columns, isRightToLeft);
    if (key === 'Enter') {
      // What is listed does not belong to the words yet.
      if (isOutdated()) search();
      else if (activeGif) onChoose(activeGif);
    } else if (to === undefined) return false;
    else {
      isByKey.current = to !== active;
      // The arrow up leads from the first row back to the text.
      isAmongGifs.current = key !== 'ArrowUp' || to !== active;
      setActive(to);
    }
    return true;
  }
  const isEmpty = gifs.length === 0;
  return (
    <div class="gif-picker">
      <input
        ref={field}
        data-first
        class="input"
        type="text"
        role="combobox"
        aria-label={t('gifs.find')}
        placeholder={searchAttribution(provider)}
        aria-expanded={!isEmpty}
        {...(!isEmpty && { 'aria-controls': id })}
        aria-haspopup="listbox"
        {...(activeGif && { 'aria-activedescendant': `${id}-${active}` })}
        autocomplete="off"
        spellcheck={false}
        maxLength={MAX_QUERY}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
          isAmongGifs.current = false;
          list.current?.scrollTo(0, 0);
        }}
        onPointerDown={() => {
          isAmongGifs.current = false;
        }}
        onKeyDown={(event) => onFieldKeyDown(event, { onKey })}
      />
      <GifList
        id={id}
        listRef={list}
        gifs={gifs}
        columns={columns}
        active={active}
        isStill={still}
        isLoading={isLoading}
        error={
          error === undefined
            ? undefined
            : gifErrorText(error, provider, organization.state.is_admin === true)
        }
        onPoint={setActive}
        onChoose={onChoose}
        onScroll={loadAhead}
        onRetry={() => {
          // The button disappears.
          field.current?.focus();
          retry();
        }}
      />
      <div class="gif-foot">
        <p role="status" class="gif-name">
          {isEmpty && !isLoading && error === undefined ? t('gifs.none') : activeGif?.title}
        </p>
        <span lang="en">{attribution(provider)}</span>
      </div>
    </div>
  );
}
