// A preview of the text: rendered locally if the browser knows everything the text mentions, otherwise by the
// server.

import { useEffect, useState } from 'preact/hooks';
import { ErrorMessage } from '../components/error-message.tsx';
import type { ErrorText } from '../components/error-text.ts';
import { RenderedHtml } from '../components/rendered-html.tsx';
import { echoOf } from '../data/echo.ts';
import { anyErrorText } from '../data/error-texts.ts';
import type { Organization } from '../data/organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { t } from '../i18n/texts.ts';

export interface PreviewProps {
  readonly organization: Organization;
  readonly content: string;
}

export function Preview({ organization, content }: PreviewProps) {
  const viewer = useViewer();
  const [html, setHtml] = useState<string>();
  const [errorText, setError] = useState<ErrorText>();
  useEffect(() => {
    const unmounted = new AbortController();
    const echo = echoOf(organization, content);
    if (echo?.isExact) {
      setHtml(echo.html);
      return undefined;
    }
    organization.client.call('render-message', { content }, { signal: unmounted.signal }).then(
      ({ rendered }) => setHtml(rendered),
      (error: unknown) => {
        if (!unmounted.signal.aborted) setError(anyErrorText(error));
      },
    );
    return () => unmounted.abort();
  }, [organization, content]);
  return (
    <section class="preview" aria-label={t('composer.preview')} aria-busy={html === undefined}>
      {errorText && (
        <p class="problem">
          <ErrorMessage {...errorText} />
        </p>
      )}
      {html !== undefined && <RenderedHtml html={html} viewer={viewer} />}
    </section>
  );
}
