// The composer's text field, with suggestions and keyboard shortcuts for formatting and sending.

import type { Ref } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { onFieldKeyDown } from '../components/field-keys.ts';
import { indexAfterKey } from '../components/list-keys.ts';
import { Suggestions, suggestionId } from '../components/suggestions.tsx';
import { useKeyedState } from '../components/use-keyed-state.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { type Completion, completionAt } from '../lib/completion.ts';
import { continuedList, type Format, formats, pastedLink } from '../lib/formatting.ts';
import { writingAction } from '../lib/writing-keys.ts';
import { CandidateLine } from './candidate-line.tsx';
import type { Candidate, CompletionContext } from './candidates.ts';
import { applyEdit, selectionIn } from './text-field.ts';
import { useCandidates } from './use-candidates.ts';

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

export function format(field: HTMLTextAreaElement | null, name: Format): void {
  if (field) applyEdit(field, formats[name](selectionIn(field)));
}

export function WritingField(props: WritingFieldProps) {
  const { organization, fieldRef, label, value, near } = props;
  const listId = useId();
  const [completing, setCompleting] = useState<Completion>();
  const [active, setActive] = useKeyedState(`${completing?.kind} ${completing?.query}`, 0);
  /** Where Escape closed the list; it stays closed until another completion starts. */
  const dismissed = useRef<number>(undefined);
  const candidates = useCandidates(organization, completing, near);
  const hasSuggestions = completing !== undefined && candidates.length > 0;

  function updateCompletion(field: HTMLTextAreaElement) {
    const { selectionStart, selectionEnd } = field;
    const found = selectionStart === selectionEnd ? completionAt(field.value, selectionStart) : undefined;
    if (found?.from !== dismissed.current) dismissed.current = undefined;
    setCompleting(dismissed.current === undefined ? found : undefined);
  }

  function choose({ insert }: Candidate) {
    const field = fieldRef.current;
    if (!field || !completing) return;
    const end = completing.from + insert.length;
    applyEdit(field, { from: completing.from, to: completing.to, insert, selection: [end, end] });
    setCompleting(undefined);
  }

  /** Handles keys while suggestions are shown; returns whether the key was handled. */
  function onSuggestionKey(event: KeyboardEvent): boolean {
    const isMove = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const to = isMove ? indexAfterKey(event.key, active, candidates.length) : undefined;
    const candidate = candidates[active];
    if (to !== undefined) setActive(to);
    else if ((event.key === 'Enter' || event.key === 'Tab') && candidate) choose(candidate);
    else return false;
    return true;
  }

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
        format(field, action.format);
        return true;
      default:
        return false;
    }
  }

  function onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }) {
    const field = event.currentTarget;
    onFieldKeyDown(event, {
      popup: hasSuggestions && {
        close() {
          dismissed.current = completing?.from;
          setCompleting(undefined);
        },
        onKey: onSuggestionKey,
      },
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
        dir="auto"
        rows={1}
        maxLength={100_000}
        aria-autocomplete="list"
        {...(hasSuggestions && {
          'aria-controls': listId,
          'aria-activedescendant': suggestionId(listId, active),
        })}
        {...(props.describedBy && { 'aria-describedby': props.describedBy })}
        value={value}
        onInput={(event) => {
          props.onWrite(event.currentTarget.value);
          updateCompletion(event.currentTarget);
        }}
        onClick={(event) => updateCompletion(event.currentTarget)}
        onKeyUp={(event) => {
          if (/^(?:Arrow(?:Left|Right)|Home|End)$/.test(event.key)) updateCompletion(event.currentTarget);
        }}
        onBlur={() => setCompleting(undefined)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {hasSuggestions && (
        <Suggestions
          id={listId}
          name={t('composer.suggestions')}
          anchor={fieldRef.current}
          items={candidates}
          active={active}
          keyOf={({ key }) => key}
          show={(candidate) => <CandidateLine candidate={candidate} />}
          onChoose={choose}
          side="above"
        />
      )}
    </>
  );
}
