// A text field of an account that saves when it is left. After an error it shows the previous value again.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useSavedField } from '../../components/use-saved-field.ts';
import { SavingStatus, useSaving } from '../../forms/saving.tsx';

const kinds = {
  text: { maxLength: 100 },
  address: { type: 'email', dir: 'ltr', autocomplete: 'off' },
} as const;

export interface SavedTextProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onSave: (value: string) => Promise<unknown>;
  readonly kind: 'text' | 'address';
}

export function SavedText({ label, help, value, onSave, kind }: SavedTextProps) {
  const id = useId();
  const { outcome, save } = useSaving();
  const [input, setInput] = useState(value);
  const before = useRef(value);
  // Shows changes by others, unless the text is being edited.
  useEffect(() => {
    const last = before.current;
    before.current = value;
    setInput((text) => (text === last ? value : text));
  }, [value]);
  const change = async () => {
    const next = input.trim();
    if (next === '' || next === value) return setInput(value);
    setInput(next);
    const isSaved = await save(() => onSave(next));
    // Unless the text has been edited since.
    if (!isSaved) setInput((text) => (text === next ? before.current : text));
  };
  const savedField = useSavedField(() => void change());
  return (
    <div class="setting">
      <div class="field">
        <label for={`${id}-field`}>{label}</label>
        <input
          id={`${id}-field`}
          class="input"
          aria-describedby={help === undefined ? id : `${id}-help ${id}`}
          value={input}
          onInput={(event) => setInput(event.currentTarget.value)}
          {...savedField}
          {...kinds[kind]}
        />
        {help !== undefined && <small id={`${id}-help`}>{help}</small>}
      </div>
      <SavingStatus id={id} outcome={outcome} />
    </div>
  );
}
