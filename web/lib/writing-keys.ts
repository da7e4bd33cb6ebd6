// What keys do while one writes.

import type { Format } from './formatting.ts';
import { keyName, type Pressed } from './keys.ts';

export type WritingAction =
  | { readonly kind: 'send' | 'line' | 'preview' | 'close' }
  | { readonly kind: 'format'; readonly format: Format };

const formats: Readonly<Record<string, Format>> = {
  'Ctrl+b': 'bold',
  'Ctrl+i': 'italic',
  'Ctrl+Shift+l': 'link',
  'Ctrl+Shift+c': 'code',
};

/** What a key does; undefined for one that writes. Ctrl+Enter always sends, Enter where the person wants it to. */
export function writingAction(pressed: Pressed, enterSends: boolean): WritingAction | undefined {
  const name = keyName(pressed);
  if (name === 'Ctrl+Enter') return { kind: 'send' };
  if (name === 'Enter') return { kind: enterSends ? 'send' : 'line' };
  if (name === 'Escape' || name === 'Ctrl+[') return { kind: 'close' };
  if (name === 'Alt+p') return { kind: 'preview' };
  const format = formats[name];
  return format && { kind: 'format', format };
}
