// Puts a text where it can be pasted from, and says so. Browsers have a clipboard for encrypted pages alone; elsewhere the page
// answers a copying that it begins itself.

import { t } from '../i18n/words.ts';
import { say, sayProblem } from './status-line.tsx';

/** Whether the browser took it. */
function givenOnCopy(text: string): boolean {
  let isTaken = false;
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    isTaken = true;
  };
  document.addEventListener('copy', give, true);
  document.execCommand('copy');
  document.removeEventListener('copy', give, true);
  return isTaken;
}

async function isCopied(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  try {
    await clipboard?.writeText(text);
    if (clipboard) return true;
  } catch {
    // It is refused there; the older way may be open.
  }
  return givenOnCopy(text);
}

/** Copies a text. @param said what is said then */
export async function copyText(text: string, said = t('messages.copied')): Promise<void> {
  if (await isCopied(text)) say(said);
  else sayProblem(t('messages.notCopied'));
}
