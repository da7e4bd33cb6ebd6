// A form around something that is typed: saved by Enter or its button, which are there where something was changed. Where
// it cannot be saved as it is, the field says what is allowed.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { useServer } from '../../components/needs-server.tsx';
import { say } from '../../components/status-line.tsx';
import { useActions } from '../../data/actions.ts';
import { t } from '../../i18n/words.ts';
import { type TypedValue, useTypedValue } from './use-typed-value.ts';

/** What is typed into a field of the page; whoever leaves it unsaved is told, with the way back. */
export function useTyped<T>(key: string, saved: T, label: string, onTyped?: () => void): TypedValue<T> {
  const { go } = useActions();
  const address = location.hash;
  const draft = useTypedValue(key, saved, () =>
    say(t('draft.left', { what: label }), { label: t('draft.back'), onChoose: () => go(address) }),
  );
  return {
    ...draft,
    change(value) {
      onTyped?.();
      draft.change(value);
    },
  };
}

export interface DraftFormProps<T> {
  readonly draft: TypedValue<T>;
  readonly isReady: boolean;
  /** What is allowed, in words: said where it is to be saved and is not ready. */
  readonly allowed: string;
  /** The ids of what explains the field. */
  readonly describedBy?: string;
  /** Begins to save it; gives what is saved, as the field would show it. */
  readonly onSave: () => T;
  /** The field, with what tells of it whether it was refused. */
  readonly children: (described: DescribedField) => ComponentChildren;
}

export interface DescribedField {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Gives the focus to the field, unless a part of it has it. */
function focusField(form: HTMLFormElement): void {
  if (document.activeElement?.matches('input, textarea, select')) return;
  form.querySelector<HTMLElement>('input, textarea')?.focus();
}

export function DraftForm<T>({ draft, isReady, allowed, describedBy, onSave, children }: DraftFormProps<T>) {
  const id = useId();
  const [refused, setRefused] = useState<T>();
  const isThere = useServer();
  const isRefused = draft.isChanged && !isReady && refused === draft.value;
  const described = [isRefused && id, describedBy].filter(Boolean).join(' ');
  return (
    <form
      class="draft-form"
      // The browser would say it in its own language, and only at some fields.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!draft.isChanged || !isThere) return;
        setRefused(() => draft.value);
        if (isReady) draft.sent(onSave());
        // The button goes once it is saved.
        focusField(event.currentTarget);
      }}
      onReset={(event) => {
        event.preventDefault();
        setRefused(undefined);
        draft.discard();
        // The button goes with what it discarded.
        focusField(event.currentTarget);
      }}
    >
      {children({
        'aria-describedby': described || undefined,
        'aria-invalid': isRefused || undefined,
      })}
      {isRefused && (
        <p id={id} class="problem" role="alert">
          {allowed}
        </p>
      )}
      {draft.isChanged && (
        <div class="buttons">
          <Button needsServer type="submit" kind="primary">
            {t('parts.save')}
          </Button>
          <Button type="reset">{t('draft.discard')}</Button>
          <small>{t(draft.isOvertaken ? 'draft.overtaken' : 'draft.unsaved')}</small>
        </div>
      )}
    </form>
  );
}
