// The buttons of a line in an ordered list. The focus stays on the button while its line moves.

import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { moveId } from './order.ts';

export interface OrderedToolsProps {
  readonly names: Readonly<Record<'up' | 'down' | 'edit' | 'delete', string>>;
  readonly id: number;
  /** The ids of all lines, in order. */
  readonly ids: readonly number[];
  readonly onOrder: (ids: readonly number[]) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function OrderedTools({ names, id, ids, onOrder, onEdit, onDelete }: OrderedToolsProps) {
  const pressed = useRef<HTMLElement | null>(null);
  const index = ids.indexOf(id);
  // A moved line loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [index]);
  const move = (event: TargetedMouseEvent<HTMLButtonElement>, step: -1 | 1) => {
    pressed.current = event.currentTarget;
    onOrder(moveId(ids, id, step));
  };
  const isFirst = index === 0;
  const isLast = index === ids.length - 1;
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
