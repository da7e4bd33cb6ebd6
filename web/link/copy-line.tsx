// A text that is there to be copied, with a button that does.

import { Button } from '../parts/button.tsx';
import { say } from '../parts/status-line.tsx';
import { t } from '../words/words.ts';

export interface CopyLineProps {
  /** What it is, for screen readers. */
  readonly label: string;
  readonly text: string;
}

export function copyText(text: string): void {
  void navigator.clipboard.writeText(text).then(() => say(t('messages.copied')));
}

export function CopyLine({ label, text }: CopyLineProps) {
  return (
    <div class="copy-line">
      <input
        class="input"
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button kind="primary" icon="copy" onClick={() => copyText(text)}>
        {t('messages.copy')}
      </Button>
    </div>
  );
}
