// A read-only text with a copy button.

import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { t } from '../i18n/texts.ts';

export interface CopyLineProps {
  /** The label for screen readers. */
  readonly label: string;
  readonly text: string;
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
