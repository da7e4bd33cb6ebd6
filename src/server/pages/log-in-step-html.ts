// The pages between the password and being in.

import { escapeHtml } from '../../model/html-text.ts';
import { qrCode } from '../../model/second-factor/qr-code.ts';
import { alert, type Page } from './page-html.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { APP_SCHEME } from './sign-in-html.ts';

/** What every such page has. */
export interface LogInStepForm {
  readonly organizationName: string;
  /** The sealed visit, which the form brings back. */
  readonly visit: string;
  /** Whether an app on a phone waits for the end. */
  readonly isForPhone: boolean;
  readonly problem?: string | undefined;
}

/** A page whose form brings the visit back to the page's own address, so that the part behind its `#` stays. */
function stepPage(form: LogInStepForm, fields: string): Page {
  return {
    title: `Log in to ${form.organizationName}`,
    ...(form.isForPhone && { appScheme: APP_SCHEME }),
    body: `${alert(form.problem)}<form method="post"><input type="hidden" name="log_in_step" value="${escapeHtml(form.visit)}">${fields}</form>
<p><a href="/login/">Begin anew</a></p>`,
  };
}

/** What a script asks an authenticator for. */
type Question = Readonly<Record<string, unknown>>;

/** A button that the script of the page shows and serves, and what it says where no passkey came of it. */
function passkeyButton(question: Question, label: string, problem: string): string {
  return `<input type="hidden" name="passkey" value="">
<button type="button" hidden data-passkey="${escapeHtml(JSON.stringify(question))}">${label}</button>
<p role="alert" hidden data-passkey-problem>${problem}</p>`;
}

/** By what somebody may show that it is they. */
export interface AskedFactors {
  readonly hasAuthenticator: boolean;
  /** The question for one of their passkeys; undefined: none works at this address. */
  readonly passkey: Question | undefined;
  /** Whether they have passkeys, be it for another address. */
  readonly hasPasskey: boolean;
}

/** Asks for a code of an authenticator, or for a passkey. */
export function factorPage(
  form: LogInStepForm,
  { hasAuthenticator, passkey, hasPasskey }: AskedFactors,
): Page {
  const code = hasAuthenticator
    ? `<p>${passkey ? 'Or open' : 'Now open'} the authenticator on your phone.</p>
<label>Code<input name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${passkey ? '' : ' autofocus'} maxlength="40"><small>The six digits that it shows for this organization. Without your phone: one of your recovery codes.</small></label>
<button${passkey ? ' class="second"' : ''}>Log in</button>`
    : `<label>Recovery code<input name="code" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="40"><small>One of those that you kept, where you have no passkey at hand.</small></label>
<button class="second">Log in</button>`;
  const asked = passkey
    ? passkeyButton(passkey, 'Use a passkey', 'No passkey came. Try once more, or type a code.')
    : '';
  const elsewhere = hasPasskey && !passkey ? '<p>Your passkeys do not work at this address.</p>' : '';
  return {
    ...stepPage(form, `<p>Your password is right.</p>${asked}${elsewhere}${code}`),
    ...(passkey && { script: PASSKEY_SCRIPT }),
  };
}

/** The light fields around a picture that cameras need. */
const QUIET = 4;

/** The rows of a picture, each run of dark fields as a line of its own. */
function qrPicture(rows: readonly string[]): string {
  const size = rows.length + 2 * QUIET;
  const lines = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
    ),
  );
  return `<svg role="img" aria-label="QR code" viewBox="0 0 ${size} ${size}" width="240" height="240" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${lines.join('')}"/></svg>`;
}

/** What somebody may set up. */
export interface AskedEnrolment {
  /** Of an authenticator, as it is typed, and as an address. */
  readonly secret: string;
  readonly address: string;
  /** The question for a new passkey; undefined: there are none at this address. */
  readonly passkey: Question | undefined;
}

/** Has somebody set an authenticator up, or a passkey. */
export function enrolmentPage(form: LogInStepForm, { secret, address, passkey }: AskedEnrolment): Page {
  const spaced = secret.replace(/.{4}(?=.)/g, '$& ');
  const instead = passkey
    ? `<h2>Or add a passkey</h2><p>This device, a phone or a security key then shows that it is you.</p>${passkeyButton(passkey, 'Add a passkey', 'No passkey was made. Try once more, or use an authenticator.')}`
    : '';
  const page = stepPage(
    form,
    `<p>${escapeHtml(form.organizationName)} asks for a second factor besides your password. Open an authenticator on your phone (any of them does) and have it read this picture:</p>
<p>${qrPicture(qrCode(address))}</p>
<p>Or <a href="${escapeHtml(address)}">open it here</a>, or type this key: <code>${spaced}</code></p>
<label>Code<input name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="20"><small>The six digits that the authenticator shows then.</small></label>
<button>Continue</button>${instead}`,
  );
  return { ...page, ...(passkey && { script: PASSKEY_SCRIPT }) };
}

/** Shows recovery codes, once. */
export function recoveryCodesPage(form: LogInStepForm, codes: readonly string[]): Page {
  const list = codes.map((code) => `<li><code>${code}</code></li>`).join('');
  return stepPage(
    form,
    `<p>Keep these recovery codes on paper or in a password safe. Each lets you in once without your phone or passkey. They are not shown again.</p>
<ol>${list}</ol>
<button>I have kept them</button>`,
  );
}
