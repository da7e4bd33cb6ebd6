// The keys of every text field that offers something in a popup. An open popup gets a key first and Escape closes it. A
// key that neither the popup nor the field uses goes on to what surrounds them: the form, the dialog, the page.

import { keyName } from '../lib/keys.ts';

export interface FieldKeys {
  /** The popup while it is open. */
  readonly popup?:
    | {
        readonly close: () => void;
        /** A key without a modifier. Returns whether it was used. */
        readonly onKey?: (event: KeyboardEvent) => boolean;
      }
    | false;
  /** Any other key. Returns whether it was used. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Whether the key closes what is open and leaves a field. */
export function isLeaving(event: KeyboardEvent): boolean {
  return ['Escape', 'Ctrl+['].includes(keyName(event));
}

/** Gives a key to the popup or to the field; what they use goes no further. */
export function onFieldKeyDown(event: KeyboardEvent, keys: FieldKeys): void {
  if (event.isComposing || event.defaultPrevented) return;
  if (!isUsed(event, keys)) return;
  event.preventDefault();
  event.stopPropagation();
}

function isUsed(event: KeyboardEvent, { popup, onKey }: FieldKeys): boolean {
  if (popup && isLeaving(event)) {
    popup.close();
    return true;
  }
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  return (popup && isPlain && popup.onKey?.(event)) || onKey(event);
}
