// The pages on the way back from providers.

import { type GroupChoices, groupChoices, type JoinedOrganization, nameField } from './joining-html.ts';
import type { Page } from './page.ts';
import { alert, button, field, form, hiddenField, link, paragraph } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';

/** The scheme of the phone apps. */
export const APP_SCHEME = 'zulip';

/** The form for a new person whom a provider identified. */
export interface NewPersonForm {
  readonly organization: JoinedOrganization;
  readonly providerName: string;
  readonly email: string;
  readonly fullName: string;
  /** The person's identity, sealed by this server. */
  readonly person: string;
  readonly groups: GroupChoices;
  /** Whether an app waits for them. */
  readonly isForApp: boolean;
}

/** Asks a new person for their name. */
export function newPersonPage(
  texts: PageTexts,
  person: NewPersonForm,
  action: string,
  errorText?: string,
): Page {
  const { t } = texts;
  const { organization, providerName, email, fullName } = person;
  const knownEmail = { type: 'email', autocomplete: 'username', readonly: true, value: email };
  const fields = [
    hiddenField('person', person.person),
    field(t('page.yourEmail'), knownEmail),
    nameField(texts, fullName, true),
    groupChoices(texts, person.groups),
    button(t('page.createAccount')),
  ];
  return {
    title: t('page.join.title', { organization: organization.name }),
    ...(person.isForApp && { appScheme: APP_SCHEME }),
    body: [
      organization.description,
      alert(errorText),
      paragraph(t('page.join.noAccount', { provider: providerName })),
      form(fields, action),
    ],
  };
}

/** Explains why the sign-in failed, with a link back. */
export function signInErrorPage({ t }: PageTexts, organizationName: string, errorText: string): Page {
  return {
    title: t('page.login.title', { organization: organizationName }),
    body: [alert(errorText), paragraph(link('/login/', t('page.login.back')))],
  };
}

const COPY = `document.querySelector('button').onclick=({target})=>navigator.clipboard.writeText(document.querySelector('input').value).then(()=>{target.textContent=target.dataset.copied})`;

/** Shows the text that a desktop app reads from the clipboard. */
export function appTokenPage({ t }: PageTexts, hidden: string): Page {
  return {
    title: t('page.app.title'),
    body: [
      paragraph(t('page.app.text')),
      field(t('page.app.code'), { readonly: true, value: hidden }),
      button(t('page.app.copy'), { type: 'button', 'data-copied': t('page.app.copied') }),
    ],
    script: COPY,
  };
}

/** Asks in the desktop app whether to log in as the token's account. */
export function confirmTokenPage(
  { t }: PageTexts,
  { fullName, email }: { readonly fullName: string; readonly email: string },
): Page {
  return {
    title: t('page.app.confirmTitle', { name: fullName }),
    body: [
      paragraph(t('page.app.confirm', { email })),
      form([button(t('page.logIn'))]),
      paragraph(link('/', t('page.app.cancel'))),
    ],
  };
}
