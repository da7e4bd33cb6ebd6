// Edits a text field through the browser, so that its undo works.

import type { Edit, TextSelection } from '../lib/formatting.ts';

/** The selection of a field. */
export function selectionIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection {
  return { text: value, from: selectionStart, to: selectionEnd };
}

/** Applies an edit and fires an input event. */
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

/** Inserts a text at the caret; a block goes on lines of its own. */
export function insertText(field: HTMLTextAreaElement, text: string, isBlock: boolean): void {
  const { text: value, from, to } = selectionIn(field);
  const before = isBlock && from > 0 && value[from - 1] !== '\n' ? '\n' : '';
  const after = isBlock && text.endsWith('\n') && value[to] === '\n' ? text.slice(0, -1) : text;
  const insert = `${before}${after}`;
  const end = from + insert.length;
  applyEdit(field, { from, to, insert, selection: [end, end] });
}
