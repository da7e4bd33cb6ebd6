// Shows two versions of a message's HTML as one document with insertions and deletions marked. It compares tags
// and words. The structure is that of the newer version, so the result is well-formed.

/** Above this number of comparisons, the differing middle is shown as replaced in whole. */
const MAX_CELLS = 1_000_000;
/** Of both versions together; longer ones are not compared. */
const MAX_CHARACTERS = 400_000;

const TOKEN = /<[^>]*>|&[^;\s]+;|[\p{L}\p{N}_]+|\s+|[^<]/gu;

function tokensOf(html: string): string[] {
  return html.match(TOKEN) ?? [];
}

type Part = { readonly kind: 'same' | 'inserted' | 'deleted'; readonly tokens: readonly string[] };

/** The newer version in a `div`, with spans around inserted and deleted text. */
export function htmlDifference(before: string, after: string): string {
  if (before.length + after.length > MAX_CHARACTERS) return `<div>${after}</div>`;
  const parts = difference(tokensOf(before), tokensOf(after));
  return `<div>${parts.map(htmlOf).join('')}</div>`;
}

function htmlOf({ kind, tokens }: Part): string {
  if (kind === 'same') return tokens.join('');
  let html = '';
  let run = '';
  const flush = () => {
    if (run.trim() !== '') html += `<span class="highlight_text_${kind}">${run}</span>`;
    else if (kind === 'inserted') html += run;
    run = '';
  };
  for (const token of tokens) {
    if (!token.startsWith('<')) {
      run += token;
      continue;
    }
    flush();
    // Tags of the older version would break the structure of the newer one.
    if (kind === 'inserted') html += token;
  }
  flush();
  return html;
}

function difference(before: readonly string[], after: readonly string[]): Part[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  return [
    { kind: 'same', tokens: before.slice(0, start) },
    ...middle(before.slice(start, endBefore), after.slice(start, endAfter)),
    { kind: 'same', tokens: after.slice(endAfter) },
  ];
}

/** Compares by the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Part[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > MAX_CELLS) {
    return [
      { kind: 'deleted', tokens: before },
      { kind: 'inserted', tokens: after },
    ];
  }
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: { kind: Part['kind']; tokens: string[] }[] = [];
  const add = (kind: Part['kind'], token: string | undefined) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.tokens.push(token ?? '');
    else parts.push({ kind, tokens: [token ?? ''] });
  };
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      add('same', before[i]);
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      add('deleted', before[i]);
      i++;
    } else {
      add('inserted', after[j]);
      j++;
    }
  }
  return parts;
}
