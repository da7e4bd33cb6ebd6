// Adds sample content to the organization, and removes it.

import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';

export function SampleContent() {
  const { client } = useOrganization();
  const isPresent = useOrganizationState(({ has_sample_content }) => has_sample_content);
  const add = async () => {
    if (await attempt(client.call('add-sample-content'))) showStatus(t('firstRun.sampleAdded'));
  };
  const remove = async () => {
    if (await attempt(client.call('remove-sample-content'))) showStatus(t('firstRun.sampleRemoved'));
  };
  return (
    <section class="sample-content" aria-label={t('firstRun.sample')}>
      <div>
        <h3>{t('firstRun.sample')}</h3>
        <p>{t('firstRun.sampleText')}</p>
      </div>
      {isPresent ? (
        <Button
          needsServer
          onClick={() =>
            confirmAction({
              title: t('firstRun.removeSample'),
              text: t('firstRun.removeSampleText'),
              action: t('firstRun.removeSample'),
              onYes: () => void remove(),
            })
          }
        >
          {t('firstRun.removeSample')}
        </Button>
      ) : (
        <Button needsServer onClick={add}>
          {t('firstRun.addSample')}
        </Button>
      )}
    </section>
  );
}
