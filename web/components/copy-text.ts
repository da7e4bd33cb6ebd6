// Copies a text to the clipboard and reports it. Browsers offer the clipboard API only on secure pages;
// elsewhere the page handles a copy event that it triggers itself.

import { t } from '../i18n/texts.ts';
import { showError, showStatus } from './status-line.tsx';

/** Copies through a copy event. Returns whether the browser accepted it. */
function copyByEvent(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    isCopied = true;
  };
  document.addEventListener('copy', onCopy, true);
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, true);
  return isCopied;
}

async function writeClipboard(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  try {
    await clipboard?.writeText(text);
    if (clipboard) return true;
  } catch {
    // The browser does not allow it. A copy event may work.
  }
  return copyByEvent(text);
}

/** Copies a text. @param message what the status line shows afterwards */
export async function copyText(text: string, message = t('messages.copied')): Promise<void> {
  if (await writeClipboard(text)) showStatus(message);
  else showError(t('messages.notCopied'));
}
