// Where the focus goes when what had it is taken away, as a message that is deleted or a view that is left: to the next
// one of a list, otherwise to the view, or in a dialog, beneath which nothing can have it, to what is nearest there. With the
// focus on nothing, Tab would begin at the top of the page anew.

const LINES = 'li, article, tr';
const FOCUSABLE = 'a[href], :is(button, input, textarea, select):not(:disabled), [tabindex]';

function focusableIn(node: Node | null | undefined): HTMLElement | undefined {
  if (!(node instanceof HTMLElement)) return undefined;
  return node.matches(FOCUSABLE) ? node : (node.querySelector<HTMLElement>(FOCUSABLE) ?? undefined);
}

/** What stood beside a line or a message that was taken away with the focus in it. */
function besideLost(records: readonly MutationRecord[], lost: Element | undefined): HTMLElement | undefined {
  if (!lost) return undefined;
  const isLost = (node: Node) => node instanceof HTMLElement && node.matches(LINES) && node.contains(lost);
  const record = records.find(({ removedNodes }) => [...removedNodes].some(isLost));
  return record && (focusableIn(record.nextSibling) ?? focusableIn(record.previousSibling));
}

/** The dialog that is open above everything else. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog:modal')].at(-1);
}

/** What is nearest in a dialog to something that was taken away with the focus in it: behind it first, then before it. */
function nearestIn(
  dialog: Element,
  records: readonly MutationRecord[],
  lost: Element | undefined,
): HTMLElement | undefined {
  const record = records.find(({ target, removedNodes }) => {
    return dialog.contains(target) && [...removedNodes].some((node) => lost && node.contains(lost));
  });
  const beside = focusableIn(record?.nextSibling) ?? focusableIn(record?.previousSibling);
  if (beside) return beside;
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

/** Finds something again later; where its line of a list is gone by then, the one that took its place. */
export function placeOf(element: Element | null): () => HTMLElement | undefined {
  const line = element?.closest(LINES);
  const list = line?.parentElement;
  const place = line && list ? [...list.children].indexOf(line) : -1;
  return () => {
    if (element?.isConnected) return element instanceof HTMLElement ? element : undefined;
    return focusableIn(list?.children[place]) ?? focusableIn(list?.children[place - 1]);
  };
}

/** Keeps the focus on something from now on. Answers with how to stop it. */
export function keepFocus(view: () => HTMLElement | null): () => void {
  let last: Element | undefined;
  const note = (event: FocusEvent) => {
    if (event.target instanceof Element) last = event.target;
  };
  const observer = new MutationObserver((records) => {
    if (document.activeElement !== document.body) return;
    const dialog = topDialog();
    const beside = besideLost(records, last) ?? (dialog && nearestIn(dialog, records, last));
    // While it goes from one to another nothing has it for a moment.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const other = topDialog();
      const fallback = other ? focusableIn(other) : view();
      (beside?.isConnected ? beside : fallback)?.focus({ preventScroll: true });
    });
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
