// Windows that show one conversation each, and the main window, which shows everything else.

import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import { isConversationWindow } from '../lib/conversation-window.ts';

/** Opens a conversation in a slim window of its own, or shows the window that it has. @param address `#narrow/…` */
export function openInWindow(address: string): void {
  const openedWindow = open(
    `${location.pathname}?window=conversation${address}`,
    `conversation ${address}`,
    'popup,width=480,height=720',
  );
  if (openedWindow) openedWindow.focus();
  else showError(t('beside.blocked'));
}

/** The main window, from which a conversation's window was opened; undefined if it is closed. */
function mainWindowOf(own: Window): Window | undefined {
  try {
    let main = own.opener as Window | null;
    // A conversation's window may have opened another one.
    while (main && isConversationWindow(main.location.search)) main = main.opener as Window | null;
    return main && !main.closed && main.location.origin === own.location.origin ? main : undefined;
  } catch {
    // The window shows another site now.
    return undefined;
  }
}

/** The window that was opened in place of a closed one. */
let reopened: Window | null = null;

/** Shows a view in the main window, which is opened if it is closed. */
export function openInMain(address: string): void {
  const main = mainWindowOf(window) ?? (reopened?.closed === false ? reopened : undefined);
  if (main) {
    main.location.hash = address;
    main.focus();
    return;
  }
  reopened = open(`${location.pathname}${address}`);
  if (!reopened) showError(t('beside.blocked'));
}
