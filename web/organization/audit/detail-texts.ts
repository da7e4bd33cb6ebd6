// Texts for codes in audit log entries: login methods, kinds of bots, exports and pictures.

import type { AuditLoginMethod } from '../../../src/model/audit/login-methods.ts';
import { type Key, t } from '../../i18n/texts.ts';
import { isRole, roleKey } from '../people/role-permissions.ts';

type Texts = Readonly<Record<string | number, Key>>;

const loginMethods: Readonly<Record<AuditLoginMethod, Key>> = {
  page: 'auditLoginMethod.page',
  fetch_api_key: 'auditLoginMethod.fetch_api_key',
  settings: 'auditLoginMethod.settings',
  mail: 'auditLoginMethod.mail',
  jwt: 'auditLoginMethod.jwt',
  directory: 'auditLoginMethod.directory',
  provider: 'auditLoginMethod.provider',
  mobile_flow: 'auditLoginMethod.mobile_flow',
  desktop_flow: 'auditLoginMethod.desktop_flow',
  desktop_app: 'auditLoginMethod.desktop_app',
  joining: 'auditLoginMethod.joining',
  founding: 'auditLoginMethod.founding',
  demo: 'auditLoginMethod.demo',
};

/** The codes of the server. */
export const privacyTexts: Texts = {
  'Web-public': 'channels.webPublic',
  Public: 'channels.public',
  'Private, shared history': 'channels.private',
  'Private, protected history': 'channels.privateProtected',
};

/** Details whose values are codes, with the text of each code. */
const texts: Readonly<Record<string, Texts>> = {
  door: loginMethods,
  by: { ...loginMethods, command: 'auditLoginMethod.command' },
  privacy: privacyTexts,
  bot_type: { 1: 'bots.generic', 2: 'bots.incoming', 3: 'bots.outgoing' },
  export_type: {
    public: 'organization.public',
    full_with_consent: 'organization.withConsent',
    full_without_consent: 'organization.everything',
  },
  picture: { icon: 'picture.icon', logo: 'picture.logo', night_logo: 'picture.nightLogo' },
  shown: { uploaded: 'auditDetail.uploaded', generated: 'picture.drawn' },
};

/** The texts of codes in details that are lists of codes. */
const listWords: Readonly<Record<string, Texts>> = {
  of: {
    public_channels: 'auditDetail.public_channels',
    private_channels: 'auditDetail.private_channels',
    direct_messages: 'auditDetail.direct_messages',
  },
  names: {
    can_create_users: 'auditDetail.can_create_users',
    can_change_user_emails: 'auditDetail.can_change_user_emails',
    can_forge_sender: 'auditDetail.can_forge_sender',
  },
};

/** The names of programs whose data can be imported. */
const formats: Readonly<Record<string, string>> = {
  zulip: 'Zulip',
  slack: 'Slack',
  mattermost: 'Mattermost',
  parley: 'Parley',
};

function textOf(texts: Texts | undefined, value: string | number): string | undefined {
  return texts && Object.hasOwn(texts, value) ? t(texts[value] as 'auditLoginMethod.page') : undefined;
}

/** The text of a detail's value. */
export function detailText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (name === 'role' && typeof value === 'number' && isRole(value)) return t(roleKey(value));
  if (name === 'messages') return t('audit.messages', { count: Number(value) });
  if (name === 'allow_subdomains') return value === true ? t('domains.andBelow') : '';
  if (typeof value === 'boolean') return t(value ? 'audit.on' : 'audit.off');
  if (name === 'format') return formats[String(value)] ?? String(value);
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  return textOf(texts[name], value) ?? String(value);
}

/** The text of an item in a detail's list. */
export function listItemText(name: string, item: string): string {
  return textOf(listWords[name], item) ?? item;
}
