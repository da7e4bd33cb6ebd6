// Keyboard handling of text fields with a popup. An open popup handles keys first, and Escape closes it. A
// key that neither popup nor field handles goes on to the form, dialog or page around it.

import { keyName } from '../lib/keys.ts';

export interface FieldKeys {
  /** The popup, while it is open. */
  readonly popup?:
    | {
        readonly close: () => void;
        /** Handles a key without modifiers. Returns whether it was handled. */
        readonly onKey?: (event: KeyboardEvent) => boolean;
      }
    | false;
  /** Handles any other key. Returns whether it was handled. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Whether the key closes popups and leaves fields. */
export function isEscapeKey(event: KeyboardEvent): boolean {
  return ['Escape', 'Ctrl+['].includes(keyName(event));
}

/** Passes a key to the popup or the field; a handled key does not propagate. */
export function onFieldKeyDown(event: KeyboardEvent, keys: FieldKeys): void {
  if (event.defaultPrevented) return;
  if (!isHandled(event, keys)) return;
  event.preventDefault();
  event.stopPropagation();
}

function isHandled(event: KeyboardEvent, { popup, onKey }: FieldKeys): boolean {
  if (popup && isEscapeKey(event)) {
    popup.close();
    return true;
  }
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  return (popup && isPlain && popup.onKey?.(event)) || onKey(event);
}
