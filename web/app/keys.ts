// The keys of the page: what a key means stands in one table, what it does the screens say.

import { focusView } from '../components/to-view.ts';
import { act } from '../data/key-actions.ts';
import { actionFor, isSingleKey } from '../lib/keys.ts';
import { areSingleKeysOn } from './single-keys.ts';

const fields = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
/** Where keys of their own count. */
const apart = '[role=menu], [role=listbox], [role=dialog], dialog';
/** What does something by itself with a key that is pressed on it. */
const pressed = 'a[href], button, summary, input, [role=button], [role=tab]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}

function belongsToTarget(event: KeyboardEvent): boolean {
  const { target } = event;
  // What had the focus in a dialog may be gone: the page below it hears no keys all the same.
  if (document.querySelector('dialog:modal')) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(apart)) return true;
  return (event.key === 'Enter' || event.key === ' ') && target.closest(pressed) !== null;
}

/** Acts by keys until the signal is aborted. */
export function listenToKeys(signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing || belongsToTarget(event)) return;
      const action = actionFor(event);
      if (action === 'leave' && isTyping(event.target)) {
        focusView();
        event.preventDefault();
        return;
      }
      // Alt writes signs and moves the caret in a text.
      if (isTyping(event.target) && !event.ctrlKey && !event.metaKey) return;
      if (isSingleKey(event) && !areSingleKeysOn()) return;
      if (action && act(action)) event.preventDefault();
    },
    { signal },
  );
}
