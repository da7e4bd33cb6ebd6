// A list of conversations: a grid with one tab stop. Arrow keys choose a row, Enter opens it, and the arrows to the
// side lead to the buttons in it. The actions of letter keys are loaded when the first of them is pressed.

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ContextMenuOptions } from '../components/context-menu.tsx';
import { gridNamed } from '../components/grid-roles.ts';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import { useKeys } from '../data/key-actions.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { RowAction } from './row-actions.ts';
import { type RowChoice, rowChoiceOf, rowContents } from './row-choice.ts';
import { rowStops, STOPS } from './row-stops.ts';

/** Undefined until the first action has loaded it. */
let actions: typeof import('./row-actions.ts') | undefined;

/** Performs an action at once if its code is loaded, so that the next key finds the row that it chose. */
function perform(act: (loaded: typeof import('./row-actions.ts')) => void): void {
  if (actions) {
    act(actions);
    return;
  }
  loadSecondary(() => import('./row-actions.ts')).then(
    (loaded) => {
      actions = loaded;
      act(loaded);
    },
    () => showError(t('common.needsServer')),
  );
}

/** The row with the focus. */
function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[role=row]') ?? null;
}

/** Moves the focus from a row to its buttons and back. */
function moveWithin(row: HTMLElement, step: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('.row-actions button')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
}

export interface RowList {
  readonly choice: RowChoice;
  /** Whether rows leave the list when they are read or muted. */
  readonly isClosing: boolean;
  /** @param at where the menu opens */
  act(action: RowAction, row: HTMLElement | null | undefined, at?: ContextMenuOptions['at']): boolean;
}

const RowListContext = createContext<RowList | undefined>(undefined);

/** The list around a row. */
export function useRowList(): RowList {
  const list = useContext(RowListContext);
  if (!list) throw new Error('there is no list around this row');
  return list;
}

export interface ConversationGridProps {
  /** The accessible name. */
  readonly label: string;
  /** The name under which the chosen row of this list is stored. */
  readonly list: string;
  readonly isClosing?: boolean;
  readonly children: ComponentChildren;
}

export function ConversationGrid({ label, list: name, isClosing = false, children }: ConversationGridProps) {
  const organization = useOrganization();
  const choice = rowChoiceOf(organization, name);
  const box = useRef<HTMLDivElement>(null);
  // The tab stop is set here and not by the rows, which would all be rendered again when it moves.
  function setTabStop(chosen: HTMLElement | undefined) {
    for (const stop of rowStops(box.current)) {
      stop.tabIndex = stop === chosen ? 0 : -1;
      if (stop.role === 'row') stop.ariaSelected = String(stop === chosen);
    }
    choice.choose(chosen && rowContents.get(chosen));
  }
  const tabStop = () => rowStops(box.current).find(({ tabIndex }) => tabIndex === 0);
  useLayoutEffect(() => {
    const stops = rowStops(box.current);
    const withKey = (key: string | undefined) => stops.find((stop) => rowContents.get(stop)?.key === key);
    const wantedStop = choice.wanted === undefined ? undefined : withKey(choice.wanted);
    if (wantedStop) {
      choice.wanted = undefined;
      wantedStop.focus();
    } else if (!tabStop()) setTabStop((choice.chosen && withKey(choice.chosen.key)) ?? stops[0]);
  });
  useEffect(() => () => choice.finish(), [choice]);
  const latest = useRef<RowList>(undefined);
  useEffect(() => {
    if (!matchMedia('(any-pointer: coarse)').matches) return;
    // The keys and the menu work without it.
    import('./row-touch.ts').then(
      ({ followTouches }) =>
        box.current && followTouches(box.current, (...what) => latest.current?.act(...what)),
      () => undefined,
    );
  }, []);
  const list: RowList = {
    choice,
    isClosing,
    act(action, row, at) {
      if (!row && action !== 'undo' && action !== 'allDone') return false;
      perform(({ actOnRow }) =>
        actOnRow(action, { organization, choice, isClosing, row: row ?? undefined, at }),
      );
      return true;
    },
  };
  latest.current = list;
  /** The chosen row, unless another element has the focus. */
  const chosenRow = () => {
    const focused = document.activeElement;
    const isElsewhere = focused && focused !== document.body && !focused.matches('main');
    return isElsewhere ? focusedRow() : tabStop();
  };
  function actOnChosen(action: RowAction): boolean {
    const row = chosenRow();
    if (!row) return false;
    perform(({ actOnRow }) => {
      // Keys that were pressed while the code was loaded are for one row after the other.
      const current = row.classList.contains('closing') ? chosenRow() : row;
      actOnRow(action, { organization, choice, isClosing, row: current ?? undefined });
    });
    return true;
  }
  const move = (step: 1 | -1) => {
    const stops = rowStops(box.current);
    const row = focusedRow();
    const index = stops.findIndex((stop) => stop === row || stop === document.activeElement);
    const next = index < 0 ? tabStop() : stops[index + step];
    next?.focus();
    return next !== undefined;
  };
  useKeys({
    up: () => move(-1),
    down: () => move(1),
    first: () => rowStops(box.current)[0]?.focus(),
    last: () => rowStops(box.current).at(-1)?.focus(),
    rowDone: () => actOnChosen('done'),
    rowLater: () => actOnChosen('later'),
    rowMute: () => actOnChosen('mute'),
    rowFollow: () => actOnChosen('follow'),
    rowUndo: () => list.act('undo', undefined),
    allDone: () => isClosing && list.act('allDone', undefined),
  });
  function onKeyDown(event: KeyboardEvent) {
    const row = focusedRow();
    if (event.key === 'F10' && event.shiftKey && list.act('menu', row)) event.preventDefault();
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRtl = document.documentElement.dir === 'rtl';
    if (event.key === 'Enter' && row === document.activeElement) row.querySelector('a')?.click();
    else if (event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) moveWithin(row, 1);
    else if (event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) moveWithin(row, -1);
    else return;
    event.preventDefault();
  }
  return (
    <RowListContext.Provider value={list}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is grid */}
      <div
        ref={box}
        {...gridNamed(label)}
        onFocusIn={({ target }) =>
          setTabStop((target as HTMLElement).closest<HTMLElement>(STOPS) ?? undefined)
        }
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          const row = (event.target as Element).closest<HTMLElement>('.conversation');
          const at = { left: event.clientX, top: event.clientY };
          if (list.act('menu', row, at)) event.preventDefault();
        }}
      >
        {children}
      </div>
    </RowListContext.Provider>
  );
}

/** The keys of a list without rows: they undo the last action and mark everything as read. */
export function EmptyListKeys({ list }: { readonly list: string }) {
  const organization = useOrganization();
  const act = (action: 'undo' | 'allDone') => {
    const choice = rowChoiceOf(organization, list);
    perform(({ actOnRow }) => actOnRow(action, { organization, choice, isClosing: true, row: undefined }));
  };
  // There is nothing to preview.
  useEffect(() => rowChoiceOf(organization, list).choose(undefined), []);
  useKeys({ rowUndo: () => act('undo'), allDone: () => act('allDone') });
  return null;
}
