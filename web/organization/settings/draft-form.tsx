// A form around something that is typed: saved by Enter or its button, which are there where something was changed.

import type { ComponentChildren } from 'preact';
import { useActions } from '../../link/actions.ts';
import { Button } from '../../parts/button.tsx';
import { say } from '../../parts/status-line.tsx';
import { t } from '../../words/words.ts';
import { type DraftOf, useDraft } from './drafts.ts';

/** What is typed into a field of the page; whoever leaves it unsaved is told, with the way back. */
export function useTyped<T>(key: string, saved: T, label: string): DraftOf<T> {
  const { go } = useActions();
  const address = location.hash;
  return useDraft(key, saved, () =>
    say(t('draft.left', { what: label }), { label: t('draft.back'), onChoose: () => go(address) }),
  );
}

export interface DraftFormProps<T> {
  readonly draft: DraftOf<T>;
  readonly isReady: boolean;
  readonly onSave: () => unknown;
  readonly children: ComponentChildren;
}

export function DraftForm<T>({ draft, isReady, onSave, children }: DraftFormProps<T>) {
  return (
    <form
      class="draft-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isChanged && isReady) onSave();
      }}
    >
      {children}
      {draft.isChanged && (
        <div class="buttons">
          <Button type="submit" kind="primary" disabled={!isReady}>
            {t('parts.save')}
          </Button>
          <Button onClick={draft.discard}>{t('draft.discard')}</Button>
          <small>{t(draft.isOvertaken ? 'draft.overtaken' : 'draft.unsaved')}</small>
        </div>
      )}
    </form>
  );
}
