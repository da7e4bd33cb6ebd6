// The suggestions of a text field for what is being typed before its caret. Loaded when the field is first used.

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { indexAfterKey } from '../components/list-keys.ts';
import { Suggestions, suggestionId } from '../components/suggestions.tsx';
import { useKeyedState } from '../components/use-keyed-state.ts';
import type { Organization } from '../data/organization.ts';
import { showTimeDialog } from '../forms/time-dialog.tsx';
import { useViewer } from '../hooks/use-viewer.ts';
import { t } from '../i18n/texts.ts';
import { type Completion, completionAt, timeText } from '../lib/completion.ts';
import { CandidateLine } from './candidate-line.tsx';
import type { Candidate, CompletionContext } from './candidates.ts';
import { applyEdit } from './text-field.ts';
import { useCandidates } from './use-candidates.ts';

/** Functions through which a text field controls its suggestions. */
export interface CompletionHandle {
  /** To be called after each change of the text or the caret; suggests completions for the text before the caret. */
  readonly update: () => void;
  /** Hides the suggestions. */
  readonly close: () => void;
  /** The open list, to which the field passes its key presses; undefined if nothing is suggested. */
  readonly popup:
    | { readonly close: () => void; readonly onKey: (event: KeyboardEvent) => boolean }
    | undefined;
}

/** The ids of the list and of its active line, for the attributes of the field. */
export interface ListedIds {
  readonly list: string;
  readonly active: string | undefined;
}

export interface FieldCompletionProps {
  readonly organization: Organization;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  readonly near: CompletionContext;
  /** Receives the handle, while this is mounted. */
  readonly handle: { current: CompletionHandle | undefined };
  /** Called when the list opens, changes its active line or closes. */
  readonly onList: (ids: ListedIds | undefined) => void;
}

export function FieldCompletion({ organization, field, near, handle, onList }: FieldCompletionProps) {
  const listId = useId();
  const [completing, setCompleting] = useState<Completion>();
  // After a fence alone, Enter starts a line of code.
  const first = completing?.kind === 'language' && completing.query === '' ? -1 : 0;
  const [active, setActive] = useKeyedState(`${completing?.kind} ${completing?.query}`, first);
  /** Where Escape closed the list; it stays closed until another completion starts. */
  const dismissed = useRef<number>(undefined);
  const after = completing && field.current ? field.current.value.slice(completing.to) : '';
  const clock = useViewer();
  const candidates = useCandidates(organization, completing, near, { after, clock });
  const hasSuggestions = completing !== undefined && candidates.length > 0;
  const activeId = hasSuggestions && active >= 0 ? suggestionId(listId, active) : undefined;

  function update() {
    if (!field.current) return;
    const { selectionStart, selectionEnd, value } = field.current;
    const found = selectionStart === selectionEnd ? completionAt(value, selectionStart) : undefined;
    if (found?.from !== dismissed.current) dismissed.current = undefined;
    setCompleting(dismissed.current === undefined ? found : undefined);
  }

  function choose({ insert, after = '', asksForTime }: Candidate) {
    if (!completing) return;
    const { from, to } = completing;
    const complete = (text: string) => {
      const end = from + text.length;
      if (field.current) applyEdit(field.current, { from, to, insert: text + after, selection: [end, end] });
      setCompleting(undefined);
    };
    if (!asksForTime) complete(insert);
    else {
      showTimeDialog({
        title: t('completion.chooseTime'),
        action: t('completion.insert'),
        clock,
        mayBePast: true,
        // The dialog returns the focus when it has closed.
        onChoose: async (at) => void setTimeout(() => complete(timeText(at))),
      });
    }
  }

  /** Handles keys while suggestions are shown; returns whether the key was handled. */
  function onKey(event: KeyboardEvent): boolean {
    const isMove = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const to = isMove ? indexAfterKey(event.key, active, candidates.length) : undefined;
    const candidate = candidates[active];
    if (to !== undefined) setActive(to);
    else if ((event.key === 'Enter' || event.key === 'Tab') && candidate) choose(candidate);
    else return false;
    return true;
  }

  const close = () => setCompleting(undefined);
  handle.current = {
    update,
    close,
    popup: hasSuggestions
      ? {
          close() {
            dismissed.current = completing.from;
            close();
          },
          onKey,
        }
      : undefined,
  };
  useLayoutEffect(() => {
    // What was typed while this was being loaded.
    if (field.current === document.activeElement) update();
    return () => {
      handle.current = undefined;
      onList(undefined);
    };
  }, []);
  useLayoutEffect(
    () => onList(hasSuggestions ? { list: listId, active: activeId } : undefined),
    [hasSuggestions, activeId],
  );
  if (!hasSuggestions) return null;
  return (
    <Suggestions
      id={listId}
      name={t('composer.suggestions')}
      anchor={field.current}
      items={candidates}
      active={active}
      keyOf={({ key }) => key}
      show={(candidate) => <CandidateLine candidate={candidate} />}
      onChoose={choose}
      side="above"
    />
  );
}
