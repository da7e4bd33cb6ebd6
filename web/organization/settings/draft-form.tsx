// A form around a typed value, saved with Enter or a button that appears after a change. If the value is
// invalid, the form explains what is allowed.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { useIsServerReachable } from '../../components/needs-server.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { useActions } from '../../data/actions.ts';
import { t } from '../../i18n/texts.ts';
import { type UnsavedField, useUnsavedValue } from './use-unsaved-value.ts';

/** The unsaved value of a field. Leaving the page with it shows a notice with a link back. */
export function useUnsavedField<T>(
  key: string,
  saved: T,
  label: string,
  onTyped?: () => void,
): UnsavedField<T> {
  const { go } = useActions();
  const address = location.hash;
  const draft = useUnsavedValue(key, saved, () =>
    showStatus(t('draft.left', { what: label }), { label: t('draft.back'), onChoose: () => go(address) }),
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
  readonly draft: UnsavedField<T>;
  readonly isReady: boolean;
  /** The allowed values, as a text that is shown if an invalid value is submitted. */
  readonly allowed: string;
  /** The ids of the elements that explain the field. */
  readonly describedBy?: string;
  /** Starts saving; returns the saved value as the field would show it. */
  readonly onSave: () => T;
  /** The field; receives attributes that describe an invalid value. */
  readonly children: (described: DescribedField) => ComponentChildren;
}

export interface DescribedField {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Focuses the field, unless a part of it has the focus. */
function focusField(form: HTMLFormElement): void {
  if (document.activeElement?.matches('input, textarea, select')) return;
  form.querySelector<HTMLElement>('input, textarea')?.focus();
}

export function DraftForm<T>({ draft, isReady, allowed, describedBy, onSave, children }: DraftFormProps<T>) {
  const id = useId();
  const [rejected, setRejected] = useState<T>();
  const isReachable = useIsServerReachable();
  const isRejected = draft.isChanged && !isReady && rejected === draft.value;
  const described = [isRejected && id, describedBy].filter(Boolean).join(' ');
  return (
    <form
      class="draft-form"
      // The browser's validation messages would be in its own language, and appear only at some fields.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!draft.isChanged || !isReachable) return;
        setRejected(() => draft.value);
        if (isReady) draft.onSent(onSave());
        // The button disappears after saving.
        focusField(event.currentTarget);
      }}
      onReset={(event) => {
        event.preventDefault();
        setRejected(undefined);
        draft.discard();
        // The button disappears with the discarded value.
        focusField(event.currentTarget);
      }}
    >
      {children({
        'aria-describedby': described || undefined,
        'aria-invalid': isRejected || undefined,
      })}
      {isRejected && (
        <p id={id} class="problem" role="alert">
          {allowed}
        </p>
      )}
      {draft.isChanged && (
        <div class="buttons">
          <Button needsServer type="submit" kind="primary">
            {t('common.save')}
          </Button>
          <Button type="reset">{t('draft.discard')}</Button>
          <small>{t(draft.isOutdated ? 'draft.overtaken' : 'draft.unsaved')}</small>
        </div>
      )}
    </form>
  );
}
