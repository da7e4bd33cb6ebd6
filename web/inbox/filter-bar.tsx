// The filters above a list of conversations, exactly one of which is on.

import type { StoredChoice } from './list-settings.ts';

export interface FilterBarProps<T extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly choice: StoredChoice<T>;
  readonly value: T;
  readonly filters: readonly {
    readonly value: T;
    readonly label: string;
    /** How many conversations it shows; not shown if undefined. */
    readonly count?: number | undefined;
  }[];
}

export function FilterBar<T extends string>({ label, choice, value: chosen, filters }: FilterBarProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for a name that is not shown
    <div class="filter-bar" role="group" aria-label={label}>
      {filters.map(({ value, label, count = 0 }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          {...(count > 0 && { 'aria-description': String(count) })}
          onClick={() => {
            choice.value = value;
          }}
        >
          {label}
          {count > 0 && <span aria-hidden="true">{count}</span>}
        </button>
      ))}
    </div>
  );
}
