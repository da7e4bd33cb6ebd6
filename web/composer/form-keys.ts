// Keyboard shortcuts of a form that writes a message, in all its fields and buttons.

import type { Pressed } from '../lib/keys.ts';
import { writingAction } from '../lib/writing-keys.ts';

/** The part of a keyboard event used here. */
interface FormKeyEvent extends Pressed {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
  stopPropagation(): void;
}

export interface FormKeys {
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Sends with Ctrl+Enter and closes with Escape, unless an element within the form has handled the key. */
export function onFormKeyDown(event: FormKeyEvent, { onSend, onClose }: FormKeys): void {
  if (event.defaultPrevented) return;
  // Enter alone presses a button or belongs to the focused field.
  const kind =
    event.key === 'Enter' && !event.ctrlKey && !event.metaKey ? undefined : writingAction(event, false)?.kind;
  if (kind === 'send') onSend();
  else if (kind === 'close') onClose();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
