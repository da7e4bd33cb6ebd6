// The keys that count in every field and button of a form that writes a message.

import { writingAction } from '../lib/writing-keys.ts';

export interface FormKeys {
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Sends by Ctrl+Enter and closes by Escape, where nothing within the form used the key. */
export function onFormKeyDown(event: KeyboardEvent, { onSend, onClose }: FormKeys): void {
  if (event.defaultPrevented || event.isComposing) return;
  // Enter alone presses a button or belongs to the field that has the focus.
  const kind =
    event.key === 'Enter' && !event.ctrlKey && !event.metaKey ? undefined : writingAction(event, false)?.kind;
  if (kind === 'send') onSend();
  else if (kind === 'close') onClose();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
