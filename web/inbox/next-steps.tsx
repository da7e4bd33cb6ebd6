// The first steps for the owner of a new organization, above the inbox until hidden.

import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { STEP } from './next-steps-shown.ts';

interface StepProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

function StepText({ icon, title, text }: StepProps) {
  return (
    <>
      <Icon name={icon} />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
    </>
  );
}

export function NextSteps() {
  const { client } = useOrganization();
  const { invite } = useActions();
  const hide = () => void attempt(client.call('dismiss-onboarding-step', { onboarding_step: STEP }));
  return (
    <section class="next-steps" aria-label={t('nextSteps.title')}>
      <header>
        <h2>{t('nextSteps.title')}</h2>
        <IconButton needsServer name={t('nextSteps.done')} icon="close" onClick={hide} />
      </header>
      <ul>
        <li>
          <button type="button" onClick={invite}>
            <StepText icon="add-person" title={t('nextSteps.invite')} text={t('nextSteps.inviteText')} />
          </button>
        </li>
        <li>
          <a href="#channels/all">
            <StepText icon="channel" title={t('nextSteps.channel')} text={t('nextSteps.channelText')} />
          </a>
        </li>
        <li>
          <a href="#settings/profile">
            <StepText icon="image" title={t('nextSteps.picture')} text={t('nextSteps.pictureText')} />
          </a>
        </li>
      </ul>
    </section>
  );
}
