// The forms for joining.

import { limits } from '../../api-contract/limits.ts';
import type { DefaultChannelGroup } from '../../model/default-channel-groups/default-channel-group.ts';
import type { SignInProvider } from '../../model/sign-in/sign-in-configuration.ts';
import { attributes, type Html, html } from '../http/html-template.ts';
import type { Page } from './page.ts';
import { alert, button, field, form, hiddenField, paragraph, passwordHint } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';
import { providerLinks } from './provider-links.ts';

/** The organization that a person is about to join. */
export interface JoinedOrganization {
  readonly name: string;
  readonly description: Html;
}

/** How people join: with a password that they choose, and with which providers. */
export interface JoiningMethods {
  readonly allowsPasswords: boolean;
  readonly providers: readonly SignInProvider[];
  /** The key of the invitation link that was used; empty: none. */
  readonly linkKey: string;
}

function joinLinks(texts: PageTexts, { providers, linkKey }: JoiningMethods): Html[] {
  const query: Record<string, string> = linkKey === '' ? {} : { multiuse_object_key: linkKey };
  return providerLinks(texts, providers, 'register', query);
}

/** The typed address, and the error to show. */
interface Typed {
  readonly email: string;
  readonly errorText?: string;
}

/**
 * Asks for the address that a link is mailed to. The form is sent to the page's own address. Also offers the
 * providers.
 */
export function addressPage(
  texts: PageTexts,
  { name, description }: JoinedOrganization,
  methods: JoiningMethods,
  { email: value, errorText }: Typed = { email: '' },
): Page {
  const { t } = texts;
  const email = {
    name: 'email',
    type: 'email',
    autocomplete: 'email',
    required: true,
    autofocus: true,
    value,
  };
  const fields = [field(t('page.yourEmail'), email), button(t('page.join.sendLink'))];
  return {
    title: t('page.join.title', { organization: name }),
    hasPictures: methods.providers.length > 0,
    body: [description, alert(errorText), methods.allowsPasswords && form(fields), joinLinks(texts, methods)],
  };
}

/** Groups of channels to choose from. */
export interface GroupChoices {
  readonly groups: readonly DefaultChannelGroup[];
  readonly chosenGroupIds: readonly number[];
}

/** What the last form shows besides what the person types. */
export interface AccountForm extends GroupChoices {
  readonly organization: JoinedOrganization;
  /** The mailed link's key. Empty: the form is sent to the page of the invitation link. */
  readonly key: string;
  readonly email: string;
  /** Whether the person types the address; otherwise it is known. */
  readonly isEmailTyped: boolean;
  /** Shown below the address. */
  readonly note: string | undefined;
  readonly fullName: string;
  readonly methods: JoiningMethods;
}

/** Checkboxes; nothing if there are no groups. */
export function groupChoices({ t }: PageTexts, { groups, chosenGroupIds }: GroupChoices): Html | undefined {
  if (groups.length === 0) return undefined;
  const choices = groups.map(({ id, name, description }) => {
    const checkbox = { type: 'checkbox', name: 'group', value: id, checked: chosenGroupIds.includes(id) };
    return html`<label><input${attributes(checkbox)}> ${name}<small>${description}</small></label>`;
  });
  return html`<fieldset><legend>${t('page.join.channels')}</legend>${choices}</fieldset>`;
}

function emailField({ t }: PageTexts, { email, isEmailTyped, note }: AccountForm): Html {
  const kind = isEmailTyped ? { name: 'email', required: true, autofocus: true } : { readonly: true };
  const input = { type: 'email', autocomplete: 'username', ...kind, value: email };
  return field(t('page.yourEmail'), input, note);
}

/** The field for a person's name. */
export function nameField({ t }: PageTexts, fullName: string, hasFocus: boolean): Html {
  return field(t('page.yourName'), {
    name: 'full_name',
    autocomplete: 'name',
    required: true,
    autofocus: hasFocus,
    maxlength: limits.fullNameCodePoints,
    value: fullName,
  });
}

function passwordForm(texts: PageTexts, account: AccountForm, action: string): Html {
  const { t } = texts;
  const password = {
    name: 'password',
    type: 'password',
    autocomplete: 'new-password',
    required: true,
    maxlength: limits.passwordCharacters,
  };
  const fields = [
    account.key !== '' && hiddenField('key', account.key),
    emailField(texts, account),
    nameField(texts, account.fullName, !account.isEmailTyped),
    field(t('page.password'), password, passwordHint(texts)),
    groupChoices(texts, account),
    button(t('page.createAccount')),
  ];
  return form(fields, action);
}

/**
 * Asks for a name and password if passwords are enabled. People can also join with a provider that confirms the
 * same address.
 */
export function accountPage(
  texts: PageTexts,
  account: AccountForm,
  action: string,
  errorText?: string,
): Page {
  const { organization, email, methods } = account;
  return {
    title: texts.t('page.join.title', { organization: organization.name }),
    hasPictures: methods.providers.length > 0,
    body: [
      organization.description,
      alert(errorText),
      methods.allowsPasswords
        ? passwordForm(texts, account, action)
        : paragraph(texts.t('page.join.sameAddress', { email })),
      joinLinks(texts, methods),
    ],
  };
}
