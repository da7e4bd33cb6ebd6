// The pages of the login steps after the password.

import { qrCode } from '../../model/second-factor/qr-code.ts';
import { type Html, type HtmlPart, html } from '../http/html-template.ts';
import type { Page } from './page.ts';
import { alert, button, field, form, hiddenField, link, paragraph } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';
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
function stepPage({ t }: PageTexts, step: LoginStepForm, content: readonly HtmlPart[]): Page {
  return {
    title: t('page.login.title', { organization: step.organizationName }),
    ...(step.isForPhone && { appScheme: APP_SCHEME }),
    body: [
      alert(step.errorText),
      form([hiddenField('log_in_step', step.visit), ...content]),
      paragraph(link('/login/', t('page.step.startOver'))),
    ],
  };
}

/** The options that a script passes to an authenticator. */
type PasskeyOptions = Readonly<Record<string, unknown>>;

/** A button that the page's script shows and handles, and the message for when no passkey was obtained. */
function passkeyButton(options: PasskeyOptions, label: string, errorText: string): Html {
  const data = { type: 'button', hidden: true, 'data-passkey': JSON.stringify(options) };
  return html`${hiddenField('passkey', '')}${button(label, data)}<p role="alert" hidden data-passkey-problem>${errorText}</p>`;
}

/** The factors that a person can use. */
export interface FactorOptions {
  readonly hasAuthenticator: boolean;
  /** The options for using one of their passkeys; undefined: none works at this address. */
  readonly passkey: PasskeyOptions | undefined;
  /** Whether they have any passkeys, possibly for another address. */
  readonly hasPasskey: boolean;
}

/** The attributes of a field for a code that is not only digits. */
const anyCode = { autocapitalize: 'none', spellcheck: 'false', required: true } as const;

/** Asks for a code of an authenticator, or for a passkey. */
export function factorPage(
  texts: PageTexts,
  step: LoginStepForm,
  { hasAuthenticator, passkey, hasPasskey }: FactorOptions,
): Page {
  const { t } = texts;
  const code = hasAuthenticator
    ? [
        paragraph(t(passkey ? 'page.step.orOpenApp' : 'page.step.openApp')),
        field(
          t('page.step.code'),
          { name: 'code', autocomplete: 'one-time-code', ...anyCode, autofocus: !passkey, maxlength: 40 },
          t('page.step.codeHint'),
        ),
        button(t('page.logIn'), { class: passkey && 'second' }),
      ]
    : [
        field(
          t('page.step.recoveryCode'),
          { name: 'code', autocomplete: 'off', ...anyCode, maxlength: 40 },
          t('page.step.recoveryCodeHint'),
        ),
        button(t('page.logIn'), { class: 'second' }),
      ];
  const content = [
    paragraph(t('page.step.confirm')),
    passkey && passkeyButton(passkey, t('page.step.usePasskey'), t('page.step.noPasskey')),
    hasPasskey && !passkey && paragraph(t('page.step.passkeysElsewhere')),
    code,
  ];
  return { ...stepPage(texts, step, content), ...(passkey && { script: PASSKEY_SCRIPT }) };
}

/** Width of the quiet zone around a QR code that cameras need. */
const QUIET_ZONE = 4;

/** The rows of a QR code; each run of dark modules is one path. */
function qrPicture(rows: readonly string[], label: string): Html {
  const size = rows.length + 2 * QUIET_ZONE;
  const lines = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + QUIET_ZONE} ${y + QUIET_ZONE}h${run.length}v1h-${run.length}z`,
    ),
  );
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="240" height="240" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${lines.join('')}"/></svg>`;
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
export function enrolmentPage(
  texts: PageTexts,
  step: LoginStepForm,
  { secret, address, passkey }: EnrolmentOptions,
): Page {
  const { t, withHtml } = texts;
  const key = html`<code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code>`;
  const code = {
    name: 'code',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    required: true,
    autofocus: true,
    maxlength: 20,
  };
  const content = [
    paragraph(t('page.step.required', { organization: step.organizationName })),
    paragraph(qrPicture(qrCode(address), t('page.step.qrCode'))),
    paragraph(withHtml('page.step.openOrType', { link: link(address, t('page.step.openHere')), key })),
    field(t('page.step.code'), code, t('page.step.newCodeHint')),
    button(t('page.step.continue')),
    passkey && [
      html`<h2>${t('page.step.orAddPasskey')}</h2>`,
      paragraph(t('page.step.passkeyText')),
      passkeyButton(passkey, t('page.step.addPasskey'), t('page.step.passkeyNotCreated')),
    ],
  ];
  return { ...stepPage(texts, step, content), ...(passkey && { script: PASSKEY_SCRIPT }) };
}

/** Shows recovery codes, once. */
export function recoveryCodesPage(texts: PageTexts, step: LoginStepForm, codes: readonly string[]): Page {
  return stepPage(texts, step, [
    paragraph(texts.t('page.step.recoveryCodes')),
    html`<ol>${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>`,
    button(texts.t('page.step.saved')),
  ]);
}
