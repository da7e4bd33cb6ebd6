// The text of an error, marked with its language for screen readers.

import type { ErrorText } from './error-text.ts';

export function ErrorMessage({ text, lang, consequence }: ErrorText) {
  return (
    <>
      {consequence !== undefined && `${consequence}: `}
      <span lang={lang} dir="auto">
        {text}
      </span>
    </>
  );
}
