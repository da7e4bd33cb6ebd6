// Moves the focus when the focused element is removed, for example a deleted message or a view that is left:
// to the next item of its list, otherwise to the view, or within a dialog to the nearest element. Without
// this, Tab would start at the top of the page again.

const LINES = 'li, article, tr, [role=row]';
const FOCUSABLE = 'a[href], :is(button, input, textarea, select):not(:disabled), [tabindex]';

function focusableIn(node: Node | null | undefined): HTMLElement | undefined {
  if (!(node instanceof HTMLElement)) return undefined;
  return node.matches(FOCUSABLE) ? node : (node.querySelector<HTMLElement>(FOCUSABLE) ?? undefined);
}

/** The neighbor of a removed list item or message that contained the focus. */
function neighborOfRemoved(
  records: readonly MutationRecord[],
  removed: Element | undefined,
): HTMLElement | undefined {
  if (!removed) return undefined;
  const isLost = (node: Node) => node instanceof HTMLElement && node.matches(LINES) && node.contains(removed);
  const record = records.find(({ removedNodes }) => [...removedNodes].some(isLost));
  return record && (focusableIn(record.nextSibling) ?? focusableIn(record.previousSibling));
}

/** The topmost open dialog. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog:modal')].at(-1);
}

/**
 * The focusable element of a dialog that is nearest to a removed element: first the one after it, then the one before
 * it.
 */
function nearestIn(
  dialog: Element,
  records: readonly MutationRecord[],
  removed: Element | undefined,
): HTMLElement | undefined {
  const record = records.find(({ target, removedNodes }) => {
    return dialog.contains(target) && [...removedNodes].some((node) => removed && node.contains(removed));
  });
  const sibling = focusableIn(record?.nextSibling) ?? focusableIn(record?.previousSibling);
  if (sibling) return sibling;
  for (
    let box = record?.target as Element | null | undefined;
    box && box !== dialog;
    box = box.parentElement
  ) {
    const next = focusableIn(box.nextElementSibling) ?? focusableIn(box.previousElementSibling);
    if (next) return next;
  }
  return focusableIn(dialog);
}

/** Returns a function that finds the element again, or the element that took its position in its list. */
export function focusRestorer(element: Element | null): () => HTMLElement | undefined {
  const line = element?.closest(LINES);
  const list = line?.parentElement;
  const index = line && list ? [...list.children].indexOf(line) : -1;
  return () => {
    if (element?.isConnected) return element instanceof HTMLElement ? element : undefined;
    return focusableIn(list?.children[index]) ?? focusableIn(list?.children[index - 1]);
  };
}

/** Starts keeping the focus, in the conversation beside the view if it was there. Returns a function that stops it. */
export function keepFocus(view: () => HTMLElement | null): () => void {
  let last: Element | undefined;
  let beside: HTMLElement | null = null;
  // Tab leads from the last element of the page to the browser, which is not a loss.
  let isLeavingByTab = false;
  const noteKey = ({ key }: KeyboardEvent) => {
    isLeavingByTab = key === 'Tab';
  };
  const note = ({ target }: FocusEvent) => {
    isLeavingByTab = false;
    if (!(target instanceof Element)) return;
    last = target;
    // Dialogs return to where they were opened.
    if (!target.closest('dialog')) beside = target.closest<HTMLElement>('.beside');
  };
  const observer = new MutationObserver((records) => {
    if (document.activeElement !== document.body || (isLeavingByTab && last?.isConnected)) return;
    const dialog = topDialog();
    const neighbor = neighborOfRemoved(records, last) ?? (dialog && nearestIn(dialog, records, last));
    // The focus may be moving between elements, so this waits a moment.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const dialogBelow = topDialog();
      const fallback = dialogBelow ? focusableIn(dialogBelow) : beside?.isConnected ? beside : view();
      (neighbor?.isConnected ? neighbor : fallback)?.focus({ preventScroll: true });
    });
  });
  document.addEventListener('focusin', note);
  document.addEventListener('keydown', noteKey, true);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    document.removeEventListener('keydown', noteKey, true);
    observer.disconnect();
  };
}
