// The composer's text field, with suggestions and keyboard shortcuts for formatting and sending.

import type { Ref } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { onFieldKeyDown } from '../components/field-keys.ts';
import { lazyPart } from '../components/lazy.tsx';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { continuedList, type Format, pastedLink } from '../lib/formatting.ts';
import { writingAction } from '../lib/writing-keys.ts';
import type { CompletionContext } from './candidates.ts';
import type { CompletionHandle, ListedIds } from './field-completion.tsx';
import { applyEdit, selectionIn } from './text-field.ts';

const FieldCompletion = lazyPart(async () => (await import('./field-completion.tsx')).FieldCompletion);

export interface WritingFieldProps {
  readonly organization: Organization;
  readonly fieldRef: { current: HTMLTextAreaElement | null } & Ref<HTMLTextAreaElement>;
  readonly label: string;
  readonly value: string;
  readonly near: CompletionContext;
  readonly onWrite: (value: string) => void;
  readonly onSend: () => void;
  readonly onClose?: () => void;
  readonly onPreview?: () => void;
  /** Called for arrow left or up in an empty field; returns whether it was handled. */
  readonly onBack?: () => boolean;
  readonly onFiles?: (files: Iterable<File>) => void;
  readonly describedBy?: string;
}

/** Undefined until the field has the focus. */
let formats: typeof import('../lib/formats.ts') | undefined;

async function loadFormats(): Promise<typeof formats> {
  formats ??= await import('../lib/formats.ts');
  return formats;
}

/** Adds a format to the selection, or removes it; reports an error if the code for it cannot be loaded. */
export async function format(field: HTMLTextAreaElement | null, name: Format): Promise<void> {
  // At once if possible: the next key may send the message.
  const loadedFormats = formats ?? (await loadFormats().catch(() => undefined));
  if (!loadedFormats) showError(t('common.needsServer'));
  else if (field) applyEdit(field, loadedFormats.toggleFormat(selectionIn(field), name));
}

export function WritingField(props: WritingFieldProps) {
  const { organization, fieldRef, label, value, near } = props;
  const [isUsed, setUsed] = useState(false);
  const completion = useRef<CompletionHandle>(undefined);
  const [listed, setListed] = useState<ListedIds>();
  const complete = () => completion.current?.update();

  function continueList(field: HTMLTextAreaElement): boolean {
    const edit = continuedList(selectionIn(field));
    if (edit) applyEdit(field, edit);
    return edit !== undefined;
  }

  /** Handles shortcuts; returns whether the key was handled. */
  function onWritingKey(event: KeyboardEvent, field: HTMLTextAreaElement): boolean {
    const action = writingAction(event, organization.state.user_settings?.enter_sends ?? false);
    switch (action?.kind) {
      case 'send':
        props.onSend();
        return true;
      case 'line':
        return continueList(field);
      case 'close':
        props.onClose?.();
        return props.onClose !== undefined;
      case 'preview':
        props.onPreview?.();
        return true;
      case 'format':
        void format(field, action.format);
        return true;
      default:
        return false;
    }
  }

  function onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }) {
    const field = event.currentTarget;
    onFieldKeyDown(event, {
      popup: completion.current?.popup ?? false,
      onKey(pressed) {
        const isPlain = !pressed.shiftKey && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey;
        const isBack = value === '' && isPlain && /^Arrow(?:Up|Left)$/.test(pressed.key);
        return (isBack && (props.onBack?.() ?? false)) || onWritingKey(pressed, field);
      },
    });
  }

  function onPaste(event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement }) {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Text copied from some programs comes with a picture of itself; then the text is pasted.
    if (files.length > 0 && text === '') {
      event.preventDefault();
      props.onFiles?.(files);
      return;
    }
    const edit = pastedLink(selectionIn(event.currentTarget), text);
    if (!edit) return;
    event.preventDefault();
    applyEdit(event.currentTarget, edit);
  }

  return (
    <>
      <textarea
        ref={fieldRef}
        class="writing-field"
        aria-label={label}
        placeholder={label}
        // An empty field has the page's direction, and so has its placeholder.
        dir={value === '' ? undefined : 'auto'}
        rows={1}
        maxLength={100_000}
        aria-autocomplete="list"
        {...(listed && { 'aria-controls': listed.list, 'aria-activedescendant': listed.active })}
        {...(props.describedBy && { 'aria-describedby': props.describedBy })}
        value={value}
        onFocus={() => {
          setUsed(true);
          // So that the keys for formats find them.
          loadFormats().catch(() => undefined);
        }}
        onInput={(event) => {
          props.onWrite(event.currentTarget.value);
          complete();
        }}
        onClick={complete}
        onKeyUp={({ key }) => /^(?:Arrow(?:Left|Right)|Home|End)$/.test(key) && complete()}
        onBlur={() => completion.current?.close()}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {isUsed && (
        <FieldCompletion
          organization={organization}
          field={fieldRef}
          near={near}
          handle={completion}
          onList={setListed}
        />
      )}
    </>
  );
}
