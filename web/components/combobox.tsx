// A text field with suggestions, following the combobox pattern of the ARIA practices: the focus stays in the
// field, arrow keys select a suggestion, Enter accepts it, Escape closes the list and then leaves the field.

import type { ComponentChildren, Ref } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { isEscapeKey, onFieldKeyDown } from './field-keys.ts';
import { indexAfterKey } from './list-keys.ts';
import { Suggestions, suggestionId } from './suggestions.tsx';
import { useKeyedState } from './use-keyed-state.ts';

export interface ComboboxProps<T> {
  readonly label: string;
  /** The id of the input element. */
  readonly id?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly show: (item: T) => ComponentChildren;
  readonly onChoose: (item: T) => void;
  /** Enter with no suggestion selected. */
  readonly onEnter?: () => void;
  /** Backspace in an empty field. */
  readonly onBack?: () => void;
  /** Escape, whether it closes the list or leaves the field. */
  readonly onEscape?: () => void;
  /** The field lost the focus. */
  readonly onLeave?: () => void;
  /** Whether the first suggestion is selected from the start. */
  readonly choosesFirst?: boolean;
  /** Whether there are more suggestions after a choice. */
  readonly staysOpen?: (item: T) => boolean;
  readonly placeholder?: string;
  readonly class?: string;
  readonly maxLength?: number;
  readonly isSearch?: boolean;
  readonly side?: 'below' | 'above';
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function Combobox<T>(props: ComboboxProps<T>) {
  const { label, value, items, keyOf, show, onInput, onChoose, choosesFirst = true } = props;
  const id = useId();
  const field = useRef<HTMLInputElement | null>(null);
  const first = choosesFirst ? 0 : -1;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useKeyedState(`${first} ${value}`, first);
  const isShown = isOpen && items.length > 0;
  function choose(item: T) {
    // The choice may be only the beginning; then its continuations are suggested.
    setOpen(props.staysOpen?.(item) ?? false);
    onChoose(item);
  }
  function onOpenKey(event: KeyboardEvent): boolean {
    const item = items[active];
    const to = ['Home', 'End'].includes(event.key)
      ? undefined
      : indexAfterKey(event.key, active, items.length);
    if (to !== undefined) setActive(to);
    else if ((event.key === 'Enter' || (event.key === 'Tab' && value !== '')) && item !== undefined)
      choose(item);
    else return false;
    // Tab accepts the suggestion and moves on.
    return event.key !== 'Tab';
  }
  function onFieldKey(event: KeyboardEvent): boolean {
    if (isEscapeKey(event)) props.onEscape?.();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'ArrowDown') setOpen(true);
    // Always handled, since it would submit the surrounding form otherwise.
    else if (event.key === 'Enter') props.onEnter?.();
    else if (event.key === 'Backspace' && value === '' && props.onBack) props.onBack();
    else return false;
    return true;
  }
  function onKeyDown(event: KeyboardEvent) {
    onFieldKeyDown(event, {
      popup: isShown && {
        close() {
          setOpen(false);
          props.onEscape?.();
        },
        onKey: onOpenKey,
      },
      onKey: onFieldKey,
    });
  }
  return (
    <>
      <input
        ref={(element) => {
          field.current = element;
          if (typeof props.inputRef === 'function') props.inputRef(element);
          else if (props.inputRef) props.inputRef.current = element;
        }}
        {...(props.id !== undefined && { id: props.id })}
        class={props.class ?? 'input'}
        type="text"
        enterkeyhint={props.isSearch ? 'search' : 'done'}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        {...(isShown && { 'aria-controls': id })}
        {...(isShown && active >= 0 && { 'aria-activedescendant': suggestionId(id, active) })}
        {...(props.maxLength !== undefined && { maxLength: props.maxLength })}
        placeholder={props.placeholder ?? label}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => {
          setOpen(true);
          onInput(event.currentTarget.value);
        }}
        // A field that has text may only be passed by Tab, so its list stays closed.
        onFocus={() => setOpen(value === '')}
        onBlur={({ currentTarget }) => {
          setOpen(false);
          // If the window lost the focus, the field still has it when the window returns.
          if (document.activeElement !== currentTarget) props.onLeave?.();
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <Suggestions
          id={id}
          name={label}
          anchor={field.current}
          items={items}
          active={active}
          keyOf={keyOf}
          show={show}
          onChoose={choose}
          {...(props.side && { side: props.side })}
        />
      )}
    </>
  );
}
