// A modal dialog, based on the browser's dialog element, which handles Escape, covers the page and makes it inert. When
// the dialog closes, the focus returns to the element that had it, or to its replacement; if the dialog led to another
// view, it goes there.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { IconButton } from './button.tsx';
import { returnFocus } from './focus-view.ts';
import { focusRestorer } from './keep-focus.ts';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons in its footer. */
  readonly actions?: ComponentChildren;
  readonly size?: 'small' | 'medium' | 'large' | 'full';
}

export function Dialog({ title, onClose, children, actions, size = 'medium' }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const previousFocus = focusRestorer(document.activeElement);
    const { href } = location;
    dialog.current?.showModal();
    // Focuses what is marked, or the first field rather than the close button; checkboxes and radio buttons do not count.
    const field = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select';
    const body = dialog.current?.querySelector<HTMLElement>('.dialog-body');
    (body?.querySelector<HTMLElement>('[data-first]') ?? body?.querySelector<HTMLElement>(field))?.focus();
    return () => {
      dialog.current?.close();
      returnFocus(href, previousFocus());
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event: Event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event: MouseEvent) => event.target === dialog.current && onClose()}
      onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
    >
      <div class="dialog-box">
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton name={t('common.close')} icon="close" onClick={onClose} />
        </header>
        <div class="dialog-body">{children}</div>
        {actions && <footer>{actions}</footer>}
      </div>
    </dialog>
  );
}
