// Why something was refused, marked as what language it is in, so that screen readers say it right.

import { langOf } from './refusals.ts';

export function Reason({ text }: { readonly text: string }) {
  return (
    <span lang={langOf(text)} dir="auto">
      {text}
    </span>
  );
}
