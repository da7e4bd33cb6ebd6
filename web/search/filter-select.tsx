// A field that adds a filter: it shows its label again once a value was chosen.

import type { ComponentChildren } from 'preact';

export interface FilterSelectProps {
  /** Identifies the field to what returns the focus to it. */
  readonly name: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
  /** Called when it is about to open. */
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

export function FilterSelect({ name, label, onChange, onOpen, children }: FilterSelectProps) {
  return (
    <select
      class="input filter"
      aria-label={label}
      data-filter={name}
      value=""
      onPointerDown={onOpen}
      onClick={onOpen}
      onKeyDown={({ key }) => {
        if (key === ' ' || key === 'Enter' || key.startsWith('Arrow')) onOpen?.();
      }}
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.value = '';
        onChange(value);
      }}
    >
      <option value="">{label}</option>
      {children}
    </select>
  );
}
