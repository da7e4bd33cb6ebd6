// What went wrong, marked as what language it is in, so that screen readers say it right.

import type { Problem } from './problem.ts';

export function Reason({ text, lang, effect }: Problem) {
  return (
    <>
      {effect !== undefined && `${effect}: `}
      <span lang={lang} dir="auto">
        {text}
      </span>
    </>
  );
}
