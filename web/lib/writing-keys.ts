// Keyboard shortcuts in the composer.

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
  'Ctrl+Shift+x': 'strikethrough',
};

/**
 * The action of a key; undefined if the key types a character. Ctrl+Enter always sends; Enter sends if the setting says
 * so.
 */
export function writingAction(pressed: Pressed, enterSends: boolean): WritingAction | undefined {
  const name = keyName(pressed);
  if (name === 'Ctrl+Enter') return { kind: 'send' };
  if (name === 'Enter') return { kind: enterSends ? 'send' : 'line' };
  if (name === 'Escape' || name === 'Ctrl+[') return { kind: 'close' };
  if (name === 'Alt+p') return { kind: 'preview' };
  const format = formats[name];
  return format && { kind: 'format', format };
}
