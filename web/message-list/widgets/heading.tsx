// The heading of a poll or task list, which its sender may edit.

import { useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { t } from '../../i18n/texts.ts';

export interface HeadingProps {
  readonly text: string;
  /** The label of the edit button and its field. */
  readonly editName: string;
  readonly isEditable: boolean;
  /** Returns whether it was accepted; otherwise the field stays open. */
  readonly onChange: (text: string) => Promise<boolean>;
}

export function Heading({ text, editName, isEditable, onChange }: HeadingProps) {
  const [input, setInput] = useState<string>();
  const sending = useSubmission();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setInput(undefined);
    setTimeout(() => button.current?.focus());
  };
  if (input === undefined) {
    return (
      <p class="widget-heading">
        <span>{text}</span>
        {isEditable && (
          <IconButton buttonRef={button} name={editName} icon="edit" onClick={() => setInput(text)} />
        )}
      </p>
    );
  }
  return (
    <SubmitForm
      class="widget-add"
      sending={sending}
      onSend={() => onChange(input.trim()).then((isAccepted) => isAccepted && close())}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        class="input"
        autofocus
        ref={(field) => void field?.focus()}
        aria-label={editName}
        maxLength={1000}
        value={input}
        onInput={(event) => setInput(event.currentTarget.value)}
      />
      <SubmitButton sending={sending} kind="plain" isReady={input.trim() !== text}>
        {t('common.save')}
      </SubmitButton>
    </SubmitForm>
  );
}
