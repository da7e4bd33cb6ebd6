// The toolbar for formatting, which shows the format at the caret. The field keeps the focus and its selection.

import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import type { IconName } from '../components/icon-names.ts';
import { t } from '../i18n/texts.ts';
import { activeFormats } from '../lib/active-formats.ts';
import type { Format } from '../lib/formatting.ts';
import { selectionIn } from './text-field.ts';

export interface FormattingToolbarProps {
  readonly field: { readonly current: HTMLTextAreaElement | null };
  readonly onFormat: (format: Format) => void;
  readonly isPreview: boolean;
  readonly onPreview: () => void;
}

const allFormats: readonly { readonly format: Format; readonly icon: IconName; readonly keyHint?: string }[] =
  [
    { format: 'bold', icon: 'bold', keyHint: 'Ctrl+B' },
    { format: 'italic', icon: 'italic', keyHint: 'Ctrl+I' },
    { format: 'strikethrough', icon: 'strikethrough', keyHint: 'Ctrl+Shift+X' },
    { format: 'link', icon: 'link', keyHint: 'Ctrl+Shift+L' },
    { format: 'code', icon: 'code', keyHint: 'Ctrl+Shift+C' },
    { format: 'list', icon: 'list' },
    { format: 'numberedList', icon: 'numbered-list' },
    { format: 'quoteText', icon: 'quote-block' },
    { format: 'spoiler', icon: 'spoiler' },
    { format: 'math', icon: 'math' },
  ];

/** The formats of the text at the caret of a field. */
function useActiveFormats(field: FormattingToolbarProps['field']): ReadonlySet<Format> {
  const [active, setActive] = useState<ReadonlySet<Format>>(new Set());
  useEffect(() => {
    const read = () => {
      if (!field.current) return;
      const found = new Set(activeFormats(selectionIn(field.current)).keys());
      setActive((before) => (before.symmetricDifference(found).size === 0 ? before : found));
    };
    read();
    // Fired for the caret of a field, too.
    document.addEventListener('selectionchange', read);
    const input = field.current;
    input?.addEventListener('input', read);
    return () => {
      document.removeEventListener('selectionchange', read);
      input?.removeEventListener('input', read);
    };
  }, [field]);
  return active;
}

/** Arrow keys move between the buttons, of which one is in the tab order. */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const keys = new Map([
    ['Home', 0],
    ['End', -1],
    ['ArrowLeft', at - 1],
    ['ArrowRight', at - 1],
    [forward, at + 1],
  ]);
  const to = keys.get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  buttons.at(to % buttons.length)?.focus();
}

export function FormattingToolbar({ field, onFormat, isPreview, onPreview }: FormattingToolbarProps) {
  const active = useActiveFormats(field);
  return (
    <div
      class="formatting"
      role="toolbar"
      aria-label={t('composer.formatting')}
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={moveFocus}
    >
      {allFormats.map(({ format, icon, keyHint }, index) => (
        <IconButton
          key={format}
          name={t(`composer.${format}`)}
          icon={icon}
          {...(keyHint && { keyHint, 'aria-keyshortcuts': keyHint.replace('Ctrl', 'Control') })}
          aria-pressed={active.has(format)}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onFormat(format)}
        />
      ))}
      <IconButton
        name={t('composer.preview')}
        icon="preview"
        keyHint="Alt+P"
        aria-keyshortcuts="Alt+P"
        aria-pressed={isPreview}
        tabIndex={-1}
        onClick={onPreview}
      />
    </div>
  );
}
