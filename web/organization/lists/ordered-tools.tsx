// The buttons of a line in a list that is put in order. Whoever moves it by the keyboard keeps the button.

import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { movedBy } from './order.ts';

export interface OrderedToolsProps {
  readonly names: Readonly<Record<'up' | 'down' | 'edit' | 'delete', string>>;
  readonly id: number;
  /** Of all lines, in their order. */
  readonly ids: readonly number[];
  readonly onOrder: (ids: readonly number[]) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function OrderedTools({ names, id, ids, onOrder, onEdit, onDelete }: OrderedToolsProps) {
  const pressed = useRef<HTMLElement | null>(null);
  const place = ids.indexOf(id);
  // A line that is put elsewhere loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const move = (event: TargetedMouseEvent<HTMLButtonElement>, step: -1 | 1) => {
    pressed.current = event.currentTarget;
    onOrder(movedBy(ids, id, step));
  };
  const isFirst = place === 0;
  const isLast = place === ids.length - 1;
  return (
    <div class="line-tools">
      <IconButton
        needsServer
        name={names.up}
        icon="up"
        aria-disabled={isFirst}
        onClick={(event) => isFirst || move(event, -1)}
      />
      <IconButton
        needsServer
        name={names.down}
        icon="down"
        aria-disabled={isLast}
        onClick={(event) => isLast || move(event, 1)}
      />
      <IconButton name={names.edit} icon="edit" onClick={onEdit} />
      <IconButton name={names.delete} icon="delete" onClick={onDelete} />
    </div>
  );
}
