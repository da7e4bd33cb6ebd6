// The first steps of a new account, above the inbox until they are done or hidden: administrators set up the organization,
// and everyone else finds their way around.

import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { SampleContent } from '../organization/channels/sample-content.tsx';
import { personName } from '../store/names.ts';
import { CreateStep, JoinStep } from './channel-steps.tsx';
import { firstSteps, LIST_STEP, type StepKey } from './first-steps.ts';
import { InviteStep } from './invite-step.tsx';
import { HowTopicsWork, PeopleHere } from './newcomer.tsx';
import { HelloStep, NotificationsStep, PictureStep, type StepProps } from './personal-steps.tsx';
import { useFirstRunFacts } from './use-first-run-facts.ts';

const components: Readonly<Record<StepKey, ComponentType<StepProps>>> = {
  hello: HelloStep,
  picture: PictureStep,
  invite: InviteStep,
  create: CreateStep,
  join: JoinStep,
  notifications: NotificationsStep,
};

function Head({ isAdmin }: { readonly isAdmin: boolean }) {
  const { ownId } = useOrganization();
  const name = useOrganizationState((state) => personName(state, ownId).split(' ')[0] ?? '');
  const organization = useOrganizationState(({ realm_name }) => realm_name ?? '');
  return (
    <header>
      <h2>
        {isAdmin ? t('firstRun.ownerTitle', { name }) : t('firstRun.memberTitle', { organization, name })}
      </h2>
      <p>{isAdmin ? t('firstRun.ownerText', { organization }) : t('firstRun.memberText')}</p>
    </header>
  );
}

export function FirstRun() {
  const { client, ownId } = useOrganization();
  const facts = useFirstRunFacts();
  const isAdmin = useOrganizationState(({ is_admin }) => is_admin === true);
  const steps = useOrganizationState((state) => firstSteps(state, ownId, facts), isEqual);
  const done = steps.filter(({ isDone }) => isDone).length;
  const isFinished = done === steps.length;
  /** Whether a step was open in this visit: a list that was finished just now stays until it is closed. */
  const wasOpen = useRef(false);
  const hide = () => attempt(client.call('dismiss-onboarding-step', { onboarding_step: LIST_STEP }));
  useEffect(() => {
    if (!facts.isFetched) return;
    if (!isFinished) wasOpen.current = true;
    else if (!wasOpen.current) void hide();
  }, [facts.isFetched, isFinished]);
  return (
    <section class="first-run" aria-label={t('firstRun.steps')}>
      <Head isAdmin={isAdmin} />
      {!isAdmin && <PeopleHere />}
      <ol class="first-steps">
        {steps.map(({ key, isDone }, index) => {
          const Step = components[key];
          return <Step key={key} number={index + 1} isDone={isDone} />;
        })}
      </ol>
      <footer>
        <span class="step-progress" aria-hidden="true">
          {steps.map(({ key, isDone }) => (
            <span key={key} class={isDone ? 'done' : ''} />
          ))}
        </span>
        <span role="status">
          {isFinished ? t('firstRun.finished') : t('firstRun.progress', { done, total: steps.length })}
        </span>
        <Button needsServer onClick={hide}>
          {t(isFinished ? 'firstRun.close' : 'firstRun.hide')}
        </Button>
      </footer>
      {isAdmin ? <SampleContent /> : <HowTopicsWork />}
    </section>
  );
}
