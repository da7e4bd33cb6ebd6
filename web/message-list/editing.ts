// The messages being edited in place. The list outlives their rows, so editing continues when a row scrolls
// out of the document.

import { ObservableList } from '../components/observable-list.ts';

/** The ids of the messages being edited. */
export const editing = new ObservableList<number>();

export function beginEditing(id: number): void {
  if (!editing.items.includes(id)) editing.add(id);
}

export function endEditing(id: number): void {
  editing.remove(id);
}
