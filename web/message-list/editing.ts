// Which messages are being edited in their place: begun by the row's own tools or by a key from elsewhere, and kept while the
// row is out of sight.

import { Shown } from '../components/shown.ts';

/** The ids of the messages. */
export const editing = new Shown<number>();

export function beginEditing(id: number): void {
  if (!editing.items.includes(id)) editing.add(id);
}

export function endEditing(id: number): void {
  editing.remove(id);
}
