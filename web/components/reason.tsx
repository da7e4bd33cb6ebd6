// The text of an error, marked with its language for screen readers.

import type { ErrorText } from './problem.ts';

export function Reason({ text, lang, effect }: ErrorText) {
  return (
    <>
      {effect !== undefined && `${effect}: `}
      <span lang={lang} dir="auto">
        {text}
      </span>
    </>
  );
}
