// Handles the keyboard shortcuts of the page: `bindings` maps keys to actions, and screens register handlers
// for actions.

import { focusView } from '../components/focus-view.ts';
import { performAction } from '../data/key-actions.ts';
import { actionsFor, isSingleKey } from '../lib/keys.ts';
import { areSingleKeysOn } from './single-keys.ts';

const fields = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
/** Elements that have their own keys. */
const ownKeys = '[role=menu], [role=listbox], [role=dialog], dialog';
/** Elements that react to Enter or Space themselves. */
const pressable = 'a[href], button, summary, input, [role=button], [role=tab]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}

function belongsToTarget(event: KeyboardEvent): boolean {
  const { target } = event;
  // The focused element of a dialog may be gone; the page below must not react to keys even then.
  if (document.querySelector('dialog:modal')) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(ownKeys)) return true;
  return (event.key === 'Enter' || event.key === ' ') && target.closest(pressable) !== null;
}

/**
 * Leaves a key to the input method while a person composes characters with it, such as Japanese ones: Enter confirms them
 * and must not send a message. Safari reports the confirming key after the composition, with the code 229.
 */
function keepFromPage(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopPropagation();
}

/** Handles keys until the signal is aborted. */
export function listenToKeys(signal: AbortSignal): void {
  document.addEventListener('keydown', keepFromPage, { signal, capture: true });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || belongsToTarget(event)) return;
      const actions = actionsFor(event);
      if (actions.includes('leave') && isTyping(event.target)) {
        focusView();
        event.preventDefault();
        return;
      }
      // Alt types characters and moves the caret in text.
      if (isTyping(event.target) && !event.ctrlKey && !event.metaKey) return;
      if (isSingleKey(event) && !areSingleKeysOn()) return;
      if (actions.some(performAction)) event.preventDefault();
    },
    { signal },
  );
}
