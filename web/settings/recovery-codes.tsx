// Recovery codes, which are shown once.

import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { t } from '../i18n/texts.ts';
import { download } from './download.ts';

export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p>{t('factor.codesText')}</p>
      <ol class="recovery-codes" aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="key-line">
        <Button icon="copy" onClick={() => copyText(text)}>
          {t('messages.copy')}
        </Button>
        <Button icon="download" onClick={() => download('recovery-codes.txt', text)}>
          {t('factor.download')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('factor.codesSaved')}
        </Button>
      </div>
    </>
  );
}
