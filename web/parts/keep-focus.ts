// Where the focus goes when what had it is taken away, as a message that is deleted or a view that is left: to the next
// one of a list, otherwise to the view. With the focus on nothing, Tab would begin at the top of the page anew.

const LINES = 'li, article, tr';
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex]';

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
    const beside = besideLost(records, last);
    // While it goes from one to another nothing has it for a moment.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      (beside?.isConnected ? beside : view())?.focus({ preventScroll: true });
    });
  });
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
