// The list of suggestions below a text field. The focus stays in the field, which names the active line
// (`aria-activedescendant`). The list is in the top layer, so that nothing clips it.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { onAnchorResize, type PopoverOptions, positionPopover } from './position-popover.ts';

export interface SuggestionsProps<T> extends PopoverOptions {
  /** For the field's `aria-controls`. */
  readonly id: string;
  readonly name: string;
  readonly anchor: Element | null;
  readonly items: readonly T[];
  readonly active: number;
  readonly keyOf: (item: T) => string;
  readonly show: (item: T) => ComponentChildren;
  readonly onChoose: (item: T) => void;
}

/** The id of a line. */
export function suggestionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

export function Suggestions<T>(props: SuggestionsProps<T>) {
  const { id, name, anchor, items, active, keyOf, show, onChoose, align, side } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box || !anchor) return undefined;
    if (!box.matches(':popover-open')) box.showPopover();
    const position = () => positionPopover(box, anchor, { ...(align && { align }), ...(side && { side }) });
    position();
    return onAnchorResize(anchor, position);
  }, [items, anchor]);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} class="suggestions" role="listbox" aria-label={name} popover="manual">
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which has the focus.
        <div
          key={keyOf(item)}
          id={suggestionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps the focus in the field.
          onPointerDown={(event: PointerEvent) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          {show(item)}
        </div>
      ))}
    </div>
  );
}
