// The pages of the login steps after the password.

import { escapeHtml } from '../../model/html-text.ts';
import { qrCode } from '../../model/second-factor/qr-code.ts';
import { alert, type Page } from './page-html.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { APP_SCHEME } from './sign-in-html.ts';

/** The common parts of every such page. */
export interface LoginStepForm {
  readonly organizationName: string;
  /** The sealed visit, which the form sends back. */
  readonly visit: string;
  /** Whether an app on a phone waits for the result. */
  readonly isForPhone: boolean;
  readonly errorText?: string | undefined;
}

/** A page whose form sends the visit to the page's own address, so that the fragment after `#` is preserved. */
function stepPage(form: LoginStepForm, fields: string): Page {
  return {
    title: `Log in to ${form.organizationName}`,
    ...(form.isForPhone && { appScheme: APP_SCHEME }),
    body: `${alert(form.errorText)}<form method="post"><input type="hidden" name="log_in_step" value="${escapeHtml(form.visit)}">${fields}</form>
<p><a href="/login/">Start over</a></p>`,
  };
}

/** The options that a script passes to an authenticator. */
type PasskeyOptions = Readonly<Record<string, unknown>>;

/** A button that the page's script shows and handles, and the message for when no passkey was obtained. */
function passkeyButton(options: PasskeyOptions, label: string, errorText: string): string {
  return `<input type="hidden" name="passkey" value="">
<button type="button" hidden data-passkey="${escapeHtml(JSON.stringify(options))}">${label}</button>
<p role="alert" hidden data-passkey-problem>${errorText}</p>`;
}

/** The factors that a person can use. */
export interface FactorOptions {
  readonly hasAuthenticator: boolean;
  /** The options for using one of their passkeys; undefined: none works at this address. */
  readonly passkey: PasskeyOptions | undefined;
  /** Whether they have any passkeys, possibly for another address. */
  readonly hasPasskey: boolean;
}

/** Asks for a code of an authenticator, or for a passkey. */
export function factorPage(
  form: LoginStepForm,
  { hasAuthenticator, passkey, hasPasskey }: FactorOptions,
): Page {
  const code = hasAuthenticator
    ? `<p>${passkey ? 'Or open' : 'Open'} the authenticator app on your phone.</p>
<label>Code<input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${passkey ? '' : ' autofocus'} maxlength="40"><small>The six-digit code for this organization. If you do not have your phone, enter a recovery code.</small></label>
<button${passkey ? ' class="second"' : ''}>Log in</button>`
    : `<label>Recovery code<input name="code" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="40"><small>Enter one of your recovery codes if you cannot use a passkey.</small></label>
<button class="second">Log in</button>`;
  const passkeyForm = passkey
    ? passkeyButton(passkey, 'Use a passkey', 'No passkey was received. Try again, or enter a code.')
    : '';
  const elsewhere = hasPasskey && !passkey ? '<p>Your passkeys do not work at this address.</p>' : '';
  return {
    ...stepPage(form, `<p>Confirm your identity to finish logging in.</p>${passkeyForm}${elsewhere}${code}`),
    ...(passkey && { script: PASSKEY_SCRIPT }),
  };
}

/** Width of the quiet zone around a QR code that cameras need. */
const QUIET_ZONE = 4;

/** The rows of a QR code; each run of dark modules is one path. */
function qrPicture(rows: readonly string[]): string {
  const size = rows.length + 2 * QUIET_ZONE;
  const lines = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
    ),
  );
  return `<svg role="img" aria-label="QR code" viewBox="0 0 ${size} ${size}" width="240" height="240" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${lines.join('')}"/></svg>`;
}

/** What a person can set up. */
export interface EnrolmentOptions {
  /** The authenticator's secret, in the form to type and as an address. */
  readonly secret: string;
  readonly address: string;
  /** The options for creating a passkey; undefined: not possible at this address. */
  readonly passkey: PasskeyOptions | undefined;
}

/** Asks to set up an authenticator or a passkey. */
export function enrolmentPage(form: LoginStepForm, { secret, address, passkey }: EnrolmentOptions): Page {
  const spaced = secret.replace(/.{4}(?=.)/g, '$& ');
  const instead = passkey
    ? `<h2>Or add a passkey</h2><p>Use this device, a phone or a security key to confirm your logins.</p>${passkeyButton(passkey, 'Add a passkey', 'No passkey was created. Try again, or use an authenticator app.')}`
    : '';
  const page = stepPage(
    form,
    `<p>${escapeHtml(form.organizationName)} requires two-factor authentication. Scan this QR code with an authenticator app on your phone. Any such app works.</p>
<p>${qrPicture(qrCode(address))}</p>
<p>Or <a href="${escapeHtml(address)}">open the app on this device</a>, or enter this key: <code>${spaced}</code></p>
<label>Code<input name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="20"><small>The six-digit code that the app shows.</small></label>
<button>Continue</button>${instead}`,
  );
  return { ...page, ...(passkey && { script: PASSKEY_SCRIPT }) };
}

/** Shows recovery codes, once. */
export function recoveryCodesPage(form: LoginStepForm, codes: readonly string[]): Page {
  const list = codes.map((code) => `<li><code>${code}</code></li>`).join('');
  return stepPage(
    form,
    `<p>Keep these recovery codes on paper or in a password manager. Each one logs you in once without your phone or passkey. They are not shown again.</p>
<ol>${list}</ol>
<button>I have saved them</button>`,
  );
}
