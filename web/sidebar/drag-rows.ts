// Dragging in the sidebar by mouse, or by finger (`drag-by-finger.ts`): a line shows where a row or section would go. Files
// can be dropped on rows.

import { type Destination, directTo } from '../lib/destination.ts';
import { accepts } from './arrange-rows.ts';
import { moveRow, moveSection } from './move-rows.ts';
import { type FoundRow, findRow, type SidebarContext, shownSections } from './sidebar-context.ts';
import type { RowTarget } from './sidebar-rows.ts';

/** The dragged row or section. */
type Dragged = { readonly row: FoundRow['row'] } | { readonly section: string };

/** The position where it would be dropped: before or after an element, or into it. */
interface Drop {
  readonly element: HTMLElement;
  readonly side: 'before' | 'after' | 'into';
  readonly onDrop: (files: readonly File[]) => void;
}

/** A position over an element. */
type Over = Pick<DragEvent, 'target' | 'clientY'>;

/** One drag at a time, by mouse or finger. */
export class RowDrag {
  readonly #box: HTMLElement;
  readonly #context: SidebarContext;
  #dragged: Dragged | undefined;
  #shown: Drop | undefined;

  /** @param box the element around the sections */
  constructor(box: HTMLElement, context: SidebarContext) {
    this.#box = box;
    this.#context = context;
  }

  /** Begins to drag the row or section in which an element is. Returns whether it can be dragged. */
  begin(element: Element): boolean {
    this.#dragged = draggedFrom(element, this.#context);
    return this.#dragged !== undefined;
  }

  /** Shows where it would go, and returns whether that is anywhere. */
  over(event: Over): boolean {
    return this.show(this.#dragged && rowDrop(event, this.#dragged, this.#box, this.#context));
  }

  /** Shows a drop, which replaces the one shown before. Returns whether there is one. */
  show(drop: Drop | undefined): boolean {
    if (this.#shown && this.#shown.element !== drop?.element) delete this.#shown.element.dataset.drop;
    if (drop) drop.element.dataset.drop = drop.side;
    this.#shown = drop;
    return drop !== undefined;
  }

  /** Performs the drop that is shown. Returns whether one was. */
  drop(files: readonly File[]): boolean {
    const drop = this.#shown;
    this.show(undefined);
    drop?.onDrop(files);
    return drop !== undefined;
  }

  end(): void {
    this.#dragged = undefined;
    this.show(undefined);
  }
}

/** Drags rows and sections by mouse, and drops files. */
export function dragTools(box: HTMLElement, context: SidebarContext, drag: RowDrag): void {
  // Links are draggable by default.
  box.addEventListener('pointerover', ({ target }) => {
    const heading = (target as Element).closest<HTMLElement>('.side-heading');
    if (heading) heading.draggable = true;
  });
  box.addEventListener('dragstart', (event) => {
    if (drag.begin(event.target as Element) && event.dataTransfer)
      event.dataTransfer.effectAllowed = 'copyMove';
  });
  box.addEventListener('dragover', (event) => {
    const files = event.dataTransfer?.types.includes('Files') === true;
    if (!(files ? drag.show(fileDrop(event, context)) : drag.over(event))) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = files ? 'copy' : 'move';
  });
  box.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) drag.show(undefined);
  });
  box.addEventListener('drop', (event) => {
    if (drag.drop([...(event.dataTransfer?.files ?? [])])) event.preventDefault();
  });
  box.addEventListener('dragend', () => drag.end());
}

function draggedFrom(element: Element, context: SidebarContext): Dragged | undefined {
  const rowOrSection = element.closest<HTMLElement>('[data-row], [data-section]');
  if (rowOrSection?.dataset.section !== undefined) return { section: rowOrSection.dataset.section };
  const found = findRow(shownSections(context), rowOrSection?.dataset.row ?? '');
  return found && found.section.key !== 'more' ? { row: found.row } : undefined;
}

/** The half of an element in which an event is. */
function sideIn(element: HTMLElement, { clientY }: Over): 'before' | 'after' {
  const { top, height } = element.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}

function rowDrop(event: Over, dragged: Dragged, box: HTMLElement, context: SidebarContext): Drop | undefined {
  const whole = (event.target as Element).closest<HTMLElement>('section');
  const heading = whole?.querySelector<HTMLElement>('[data-section]');
  if (!whole || !heading) return undefined;
  const sections = shownSections(context);
  const key = heading.dataset.section ?? '';
  if ('section' in dragged) {
    const others = sections.filter((one) => one.key !== dragged.section);
    const side = sideIn(whole, event);
    const at = others.findIndex((one) => one.key === key);
    if (at < 0) return undefined;
    const index = at + (side === 'after' ? 1 : 0);
    return {
      element: whole,
      side,
      onDrop: () => void moveSection(context, box, dragged.section, index),
    };
  }
  const section = sections.find((one) => one.key === key);
  if (!section || !accepts(key, dragged.row.target)) return undefined;
  // A topic is part of its channel's row.
  const rows = [...whole.querySelectorAll<HTMLElement>(':scope > ul > [data-row]')];
  const over = rows.find((one) => one.contains(event.target as Node));
  const others = section.rows.filter((one) => one.key !== dragged.row.key);
  const element = over ?? heading;
  const side = over ? sideIn(over, event) : 'after';
  if (over?.dataset.row === dragged.row.key) return undefined;
  const at = over ? others.findIndex((one) => one.key === over.dataset.row) : -1;
  const index = over && side === 'before' ? at : at + 1;
  return { element, side, onDrop: () => void moveRow(context, box, dragged.row, section, index) };
}

function destinationOf(target: RowTarget, ownId: number): Destination {
  if (target.kind === 'direct') return directTo(target.ids, ownId);
  return {
    kind: 'channel',
    channelId: target.channelId,
    topic: target.kind === 'topic' ? target.topic : '',
  };
}

/** Adds files to a message in the conversation of a row. */
function fileDrop(event: DragEvent, context: SidebarContext): Drop | undefined {
  const element = (event.target as Element).closest<HTMLElement>('[data-row]');
  const found = element && findRow(shownSections(context), element.dataset.row ?? '');
  if (!found) return undefined;
  const { target, address } = found.row;
  return {
    element,
    side: 'into',
    onDrop: (files) =>
      context.actions.attach(destinationOf(target, context.organization.ownId), address, files),
  };
}
