// The text of an error, marked with its language for screen readers.

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
