// The login form.

import { limits } from '../../api-contract/limits.ts';
import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import type { SignInDestination } from '../../model/sign-in/sign-in-visit.ts';
import { type Html, html } from '../http/html-template.ts';
import type { Page } from './page.ts';
import { alert, button, field, form, hiddenField, link, paragraph } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';
import { providerLinks } from './provider-links.ts';
import { APP_SCHEME } from './sign-in-html.ts';

export interface LoginForm {
  readonly organizationName: string;
  readonly destination: SignInDestination;
  /** What was typed before. */
  readonly email: string;
  readonly errorText?: string | undefined;
  /** Whether the organization accepts its own passwords. */
  readonly allowsPasswords: boolean;
  /** The directory whose names and passwords are accepted; undefined: none. */
  readonly directoryName: string | undefined;
  /** The identity providers that are enabled. */
  readonly providers: readonly SignInProvider[];
  /** Whether anyone may create an account. */
  readonly isOpen: boolean;
  /** Whether anonymous viewers can read channels. */
  readonly allowsAnonymous: boolean;
  /** In a demo, people with a button to log in without a password. */
  readonly demoPeople: readonly { readonly email: string; readonly fullName: string }[];
  /** How many people without a button the demo has. */
  readonly demoOthers: number;
}

/** The page. Its forms are sent to its own address, so that the fragment after `#` is preserved. */
export function loginPage(texts: PageTexts, login: LoginForm): Page {
  const { organizationName, errorText, allowsPasswords, directoryName, providers, destination } = login;
  return {
    title: texts.t('page.login.title', { organization: organizationName }),
    body: [
      alert(errorText),
      (allowsPasswords || directoryName !== undefined) && passwordForm(texts, login),
      providerLinks(texts, providers, 'login', queryOf(destination)),
      login.allowsAnonymous && anonymousForm(texts),
      login.demoPeople.length > 0 && demoForm(texts, login),
    ],
    hasPictures: providers.length > 0,
    ...(destination.mobileOtp !== '' && { appScheme: APP_SCHEME }),
  };
}

/** The query for a provider's login. */
function queryOf({ next, mobileOtp, desktopOtp }: SignInDestination): Record<string, string> {
  return {
    ...(next !== '/' && { next }),
    ...(mobileOtp !== '' && { mobile_flow_otp: mobileOtp }),
    ...(desktopOtp !== '' && { desktop_flow_otp: desktopOtp }),
  };
}

function nextField({ destination }: LoginForm): Html {
  return hiddenField('next', destination.next);
}

function nameField({ t }: PageTexts, { directoryName, allowsPasswords, email: value }: LoginForm): Html {
  // After a failed attempt the address is there, and the password has to be typed again.
  const input = { autocomplete: 'username', required: true, autofocus: !value, value };
  if (directoryName === undefined)
    return field(t('page.login.email'), { name: 'username', type: 'email', ...input });
  const { autocomplete, ...others } = input;
  const hint = t(allowsPasswords ? 'page.login.directoryOrHere' : 'page.login.directory', {
    directory: directoryName,
  });
  return field(
    t('page.login.emailOrUsername'),
    { name: 'username', autocomplete, autocapitalize: 'none', spellcheck: 'false', ...others },
    hint,
  );
}

function passwordForm(texts: PageTexts, login: LoginForm): Html {
  const { t, withHtml } = texts;
  const create = link('/register/', t('page.login.create'));
  const help = [
    paragraph(link('/accounts/password/reset/', t('page.login.forgot'))),
    login.isOpen && paragraph(withHtml('page.login.noAccount', { link: create })),
  ];
  const password = field(t('page.password'), {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
    autofocus: Boolean(login.email),
    maxlength: limits.passwordCharacters,
  });
  return html`${form([nextField(login), nameField(texts, login), password, button(t('page.logIn'))])}${login.allowsPasswords && help}`;
}

function anonymousForm({ t }: PageTexts): Html {
  return form([button(t('page.login.browse'), { class: 'choice', name: 'visit', value: 'yes' })]);
}

function demoForm({ t }: PageTexts, login: LoginForm): Html {
  const { demoPeople, demoOthers } = login;
  const buttons = demoPeople.map(({ email, fullName }) =>
    button(t('page.login.as', { name: fullName }), { class: 'choice', name: 'demo_user', value: email }),
  );
  const others = demoOthers > 0 && ` ${t('page.login.demoOthers', { number: demoOthers })}`;
  return html`<h2>${t('page.login.demo')}</h2>${paragraph(t('page.login.demoText'), others)}${form([nextField(login), ...buttons])}`;
}
