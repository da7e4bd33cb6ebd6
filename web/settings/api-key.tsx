// An API key as it is shown: to be copied, downloaded as the file that programs read, or replaced.

import { useState } from 'preact/hooks';
import { attempt } from '../link/attempt.ts';
import { Button } from '../parts/button.tsx';
import { say } from '../parts/status-line.tsx';
import { t } from '../words/words.ts';

export interface ApiKeyProps {
  readonly email: string;
  readonly apiKey: string;
  /** Asks the server for another one. */
  readonly onRenew: () => Promise<{ readonly api_key: string }>;
}

/** The file that programs of this API read who they are from. */
function keyFile(email: string, key: string): string {
  return ['[api]', `email=${email}`, `key=${key}`, `site=${location.origin}`, ''].join('\n');
}

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

export function ApiKey({ email, apiKey, onRenew }: ApiKeyProps) {
  const [key, setKey] = useState(apiKey);
  return (
    <>
      <div class="key-line">
        <input class="input" readOnly aria-label={t('own.key')} value={key} />
        <Button
          icon="copy"
          onClick={() => void navigator.clipboard.writeText(key).then(() => say(t('messages.copied')))}
        >
          {t('messages.copy')}
        </Button>
        <Button icon="download" onClick={() => download('zuliprc', keyFile(email, key))}>
          {t('own.downloadKey')}
        </Button>
      </div>
      <p class="soft">{t('own.newKeyText')}</p>
      <Button
        icon="retry"
        onClick={() => void attempt(onRenew()).then((answer) => answer && setKey(answer.api_key))}
      >
        {t('own.newKey')}
      </Button>
    </>
  );
}
