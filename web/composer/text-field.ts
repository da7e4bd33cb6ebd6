// Changing a text field so that the browser's own undo knows of it.

import type { Chosen, Edit } from '../lib/formatting.ts';

/** What is chosen in a field. */
export function chosenIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Chosen {
  return { text: value, from: selectionStart, to: selectionEnd };
}

/** Makes a change, and an input event that tells of it. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, selection }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isDone = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (!isDone) {
    field.setRangeText(insert, from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(...selection);
}

/** Puts a text where the caret is; a block into lines of its own. */
export function insertText(field: HTMLTextAreaElement, text: string, isBlock: boolean): void {
  const { text: value, from, to } = chosenIn(field);
  const before = isBlock && from > 0 && value[from - 1] !== '\n' ? '\n' : '';
  const after = isBlock && text.endsWith('\n') && value[to] === '\n' ? text.slice(0, -1) : text;
  const insert = `${before}${after}`;
  const end = from + insert.length;
  applyEdit(field, { from, to, insert, selection: [end, end] });
}
