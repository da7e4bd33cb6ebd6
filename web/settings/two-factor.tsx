// Two-factor login with an authenticator, passkeys or both: switching it on and off, and recovery codes.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { showStatus } from '../components/status-line.tsx';
import { attempt } from '../data/attempt.ts';
import { CopyLine } from '../data/copy-line.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { Latest } from '../lib/latest.ts';
import { hasPasswords } from './own-permissions.ts';
import { canUsePasskeys, NewPasskey, Passkeys } from './passkeys.tsx';
import { type Proof, ProofForm } from './proof-form.tsx';
import { QrPicture } from './qr-picture.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The action for which the viewer must prove their identity. */
type Aim = 'begin' | 'codes' | 'end' | 'endAuthenticator' | 'passkey' | { readonly removes: number };
type Screen =
  | { readonly at: 'state' }
  | { readonly at: 'proof'; readonly aim: Aim }
  | { readonly at: 'setup'; readonly begun: AnswerOf<'begin-second-factor'> }
  | { readonly at: 'passkey'; readonly begun: AnswerOf<'begin-passkey'> }
  | { readonly at: 'codes'; readonly codes: readonly string[] };
type State = AnswerOf<'get-own-second-factor'>;

/** A text that states what is required at login. */
function stateText({ is_on: isOn, has_authenticator: hasAuthenticator, passkeys }: State): string {
  if (!isOn) return t('factor.off');
  if (passkeys.length === 0) return t('factor.on');
  return t(hasAuthenticator ? 'factor.onBoth' : 'factor.onPasskey');
}

interface ChoicesProps {
  readonly state: State;
  readonly onAim: (aim: Aim) => void;
}

/** Buttons for the authenticator and for two-factor login as a whole. */
function Choices({ state, onAim }: ChoicesProps) {
  const { is_on: isOn, has_authenticator: hasAuthenticator, is_required: isRequired } = state;
  if (!isOn)
    return (
      <Button kind="primary" onClick={() => onAim('begin')}>
        {t('factor.begin')}
      </Button>
    );
  return (
    <div class="key-line">
      <Button onClick={() => onAim('begin')}>{t(hasAuthenticator ? 'factor.other' : 'factor.add')}</Button>
      {hasAuthenticator && state.passkeys.length > 0 && (
        <Button onClick={() => onAim('endAuthenticator')}>{t('factor.endAuthenticator')}</Button>
      )}
      <Button onClick={() => onAim('codes')}>{t('factor.newCodes')}</Button>
      {!isRequired && (
        <Button kind="danger" onClick={() => onAim('end')}>
          {t('factor.end')}
        </Button>
      )}
    </div>
  );
}

function Current({ state, onAim, onChanged }: ChoicesProps & { readonly onChanged: () => Promise<void> }) {
  return (
    <>
      <div class="settings-card own-row">
        <div>
          <p>{stateText(state)}</p>
          {state.is_on && <p>{t('factor.codesLeft', { count: state.recovery_codes_left })}</p>}
          {state.is_required && <p>{t('factor.required')}</p>}
        </div>
        <Choices state={state} onAim={onAim} />
      </div>
      <Passkeys
        state={state}
        onChanged={onChanged}
        onRemove={(removes) => onAim({ removes })}
        onAdd={() => onAim('passkey')}
      />
    </>
  );
}

/** Explains why a proof is required, and which one. */
function proofText({ is_on: isOn, passkeys }: State): string {
  if (!isOn) return t('factor.proof');
  return t(passkeys.length > 0 ? 'factor.proofWithPasskey' : 'factor.proofWithCode');
}

/** The current state; `isFailed` if it could not be loaded. */
function useFactor() {
  const { client } = useOrganization();
  const [state, setState] = useState<State>();
  const [isFailed, setFailed] = useState(false);
  const [attempts] = useState(() => new Latest());
  async function load() {
    const isLast = attempts.begin();
    setFailed(false);
    const answer = await attempt(client.call('get-own-second-factor'));
    if (!isLast()) return;
    if (answer) setState(answer);
    else setFailed(true);
  }
  useEffect(() => void load(), [client]);
  return { state, isFailed, reload: load };
}

export function TwoFactor() {
  const { client } = useOrganization();
  const { state, isFailed, reload } = useFactor();
  const isUseful = useOrganizationState(hasPasswords);
  const [screen, setScreen] = useState<Screen>({ at: 'state' });
  const heading = useRef<HTMLHeadingElement>(null);
  const previousScreen = useRef(screen.at);
  // The focused element disappeared with the previous screen; forms take the focus themselves.
  useLayoutEffect(() => {
    if (previousScreen.current === screen.at) return;
    previousScreen.current = screen.at;
    if (screen.at === 'state' || screen.at === 'codes') heading.current?.focus();
  }, [screen.at]);
  if (!state && !isFailed) return null;
  if (!state?.is_on && !isUseful) return null;
  function returnToState() {
    setScreen({ at: 'state' });
    void reload();
  }
  const showCodes = (codes: readonly string[]) => setScreen({ at: 'codes', codes });
  function onStarted(codes: readonly string[]) {
    showStatus(t('factor.begun'));
    showCodes(codes);
  }
  async function act(aim: Aim, proof: Proof): Promise<void> {
    if (aim === 'begin')
      return setScreen({ at: 'setup', begun: await client.call('begin-second-factor', proof) });
    if (aim === 'passkey')
      return setScreen({ at: 'passkey', begun: await client.call('begin-passkey', proof) });
    if (aim === 'codes') return showCodes((await client.call('make-recovery-codes', proof)).recovery_codes);
    if (aim === 'endAuthenticator') await client.call('end-own-authenticator', proof);
    else if (aim !== 'end') await client.call('remove-passkey', { passkey_id: aim.removes, ...proof });
    else {
      await client.call('end-own-second-factor', proof);
      showStatus(t('factor.ended'));
    }
    returnToState();
  }
  return (
    <section aria-label={t('factor.title')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('factor.title')}
      </h3>
      {!state && (
        <Button needsServer onClick={() => reload()}>
          {t('common.retry')}
        </Button>
      )}
      {state && screen.at === 'state' && (
        <Current state={state} onAim={(aim) => setScreen({ at: 'proof', aim })} onChanged={reload} />
      )}
      {state && screen.at === 'proof' && (
        <>
          <p id="factor-proof">{proofText(state)}</p>
          <ProofForm
            asks={state.is_on ? ['password', 'code'] : ['password']}
            takesPasskey={canUsePasskeys(state)}
            action={t('factor.continue')}
            describedBy="factor-proof"
            onProof={(proof) => act(screen.aim, proof)}
            onCancel={returnToState}
          />
        </>
      )}
      {screen.at === 'setup' && (
        <>
          <p id="factor-setup">{t('factor.setup')}</p>
          <QrPicture rows={screen.begun.qr_code} label={t('factor.picture')} />
          <CopyLine label={t('factor.secret')} text={screen.begun.secret} />
          <p>
            <a href={screen.begun.otpauth_url}>{t('factor.openHere')}</a>
          </p>
          <ProofForm
            asks={['code']}
            action={t('factor.confirm')}
            describedBy="factor-setup"
            onProof={async ({ code = '' }) =>
              onStarted((await client.call('confirm-second-factor', { code })).recovery_codes)
            }
            onCancel={returnToState}
          />
        </>
      )}
      {screen.at === 'passkey' && (
        <NewPasskey
          creation={screen.begun}
          onAdded={(codes) => (codes.length > 0 ? onStarted(codes) : returnToState())}
          onCancel={returnToState}
        />
      )}
      {screen.at === 'codes' && <RecoveryCodes codes={screen.codes} onDone={returnToState} />}
    </section>
  );
}
