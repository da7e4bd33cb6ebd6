// What a person types after the key that opens a field, while the code of the field is loaded. Without this, the letters
// would be shortcuts of the view below: "Ctrl K, other" would open the view of "t".

/**
 * Collects the text that is typed from now on, and keeps its keys from the page. Keys with a modifier, Tab and function
 * keys such as F5 have their usual effect. Escape ends this, drops the text and calls `onCancel`. The returned function ends
 * it and returns the text; later calls return an empty text.
 */
export function collectTyping(onCancel: () => void): () => string {
  let text = '';
  const end = () => {
    removeEventListener('keydown', onKey, true);
    const typedText = text;
    text = '';
    return typedText;
  };
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(?:Tab|F\d+)$/.test(key)) return;
    if (key === 'Escape') {
      end();
      onCancel();
    } else if (key === 'Backspace') text = text.slice(0, -1);
    // Other keys have names of several characters, such as "Enter".
    else if (key.length === 1) text += key;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', onKey, true);
  return end;
}
