// Valid calls about people, bots, invitations and groups.

import type { ValidCalls } from './call.ts';

const PASSWORD = 'demo-password';

/** A well-formed passkey response. */
const response = { clientDataJSON: 'AA', authenticatorData: 'AA' };
const noPasskeysHere = {
  code: 'BAD_REQUEST',
  msg: 'Passkeys only work over HTTPS and with a host name, not an IP address.',
};

export const peopleCalls: ValidCalls = {
  'fetch-api-key': {
    by: 'nobody',
    parameters: () => ({ username: 'mel@example.com', password: PASSWORD, code: '123456' }),
  },
  'jwt-fetch-api-key': {
    by: 'nobody',
    parameters: () => ({ token: 'a.b.c' }),
    refusedWithoutSystem: {
      code: 'BAD_REQUEST',
      msg: 'JWT authentication is not enabled for this organization',
    },
  },
  'dev-fetch-api-key': { by: 'nobody', parameters: () => ({ username: 'mel@example.com' }) },
  'dev-list-users': { by: 'nobody' },
  'regenerate-api-key': { by: 'spare' },
  'get-own-sessions': { by: 'mel' },
  'end-own-session': { by: 'mel', parameters: ({ ids }) => ({ session_id: ids.session }) },
  'end-own-sessions': { by: 'mel', parameters: () => ({ keep_current: false }) },
  'get-proof-methods': { by: 'mel' },
  'give-proof': {
    by: 'mel',
    parameters: () => ({ password: PASSWORD }),
    refusedWithoutSystem: { code: 'BAD_REQUEST', msg: 'Requests with an API key need no proof.' },
  },
  'get-own-second-factor': { by: 'mel' },
  'begin-second-factor': { by: 'mel', parameters: () => ({ password: PASSWORD, code: '123456' }) },
  'confirm-second-factor': {
    by: 'mia',
    parameters: () => ({ code: '123456' }),
    refusedWithoutSystem: {
      code: 'BAD_REQUEST',
      msg: 'No setup of an authenticator is in progress. Start again.',
    },
  },
  'begin-passkey': {
    by: 'mia',
    parameters: () => ({ password: PASSWORD }),
    refusedWithoutSystem: noPasskeysHere,
  },
  'add-passkey': {
    by: 'mia',
    parameters: () => ({ name: 'Phone', passkey: { id: 'AA', response: { ...response, publicKey: 'AA' } } }),
    refusedWithoutSystem: noPasskeysHere,
  },
  'ask-for-passkey': { by: 'max', refusedWithoutSystem: noPasskeysHere },
  'update-passkey': {
    by: 'max',
    parameters: ({ ids }) => ({ passkey_id: ids.passkey, name: 'Key ring' }),
  },
  'remove-passkey': {
    by: 'max',
    parameters: ({ ids }) => ({
      passkey_id: ids.passkey,
      password: PASSWORD,
      code: ids.recoveryCodes[1],
    }),
  },
  'end-own-authenticator': {
    by: 'mona',
    parameters: ({ ids }) => ({ password: PASSWORD, code: ids.otherRecoveryCodes[1] }),
  },
  'make-recovery-codes': {
    by: 'max',
    parameters: ({ ids }) => ({ password: PASSWORD, code: ids.recoveryCodes[0] }),
  },
  'end-own-second-factor': {
    by: 'mona',
    parameters: ({ ids }) => ({ password: PASSWORD, code: ids.otherRecoveryCodes[0] }),
  },
  'get-second-factor': { by: 'olive', parameters: ({ person }) => ({ user_id: person('max') }) },
  'remove-second-factor': { by: 'olive', parameters: ({ person }) => ({ user_id: person('max') }) },
  'get-own-email': { by: 'mel' },
  'mail-email-confirmation': {
    by: 'mel',
    refusedWithoutSystem: { code: 'BAD_REQUEST', msg: 'Your email address is already confirmed.' },
  },
  'get-unconfirmed-emails': { by: 'olive' },
  'confirm-email': {
    by: 'olive',
    parameters: ({ person }) => ({ user_id: person('max') }),
    refusedWithoutSystem: { code: 'BAD_REQUEST', msg: 'The email address is already confirmed.' },
  },
  'get-users': { by: 'mel' },
  'get-own-user': { by: 'mel' },
  'get-own-grants': { by: 'mel' },
  'get-user': { by: 'mel', parameters: ({ person }) => ({ user_id_or_email: String(person('mia')) }) },
  'create-user': {
    by: 'olive',
    parameters: () => ({
      email: 'new@example.com',
      password: 'a rather long pass phrase',
      full_name: 'Nora New',
    }),
  },
  'update-user': {
    by: 'olive',
    parameters: ({ person }) => ({ user_id_or_email: String(person('max')), full_name: 'Max Renamed' }),
  },
  'reactivate-user': { by: 'olive', parameters: ({ ids }) => ({ user_id: ids.gone }) },
  'deactivate-user': { by: 'olive', parameters: ({ person }) => ({ user_id: person('max') }) },
  'deactivate-own-user': { by: 'leaver' },
  'erase-user': { by: 'olive', parameters: ({ person }) => ({ user_id: person('max') }) },
};

export const botCalls: ValidCalls = {
  'get-bots': { by: 'mel' },
  'create-bot': { by: 'mel', parameters: () => ({ full_name: 'Robin', short_name: 'robin' }) },
  'update-bot': { by: 'mel', parameters: ({ ids }) => ({ bot_id: ids.bot, full_name: 'Chime' }) },
  'get-bot-api-key': { by: 'mel', parameters: ({ ids }) => ({ bot_id: ids.bot }) },
  'regenerate-bot-api-key': { by: 'mel', parameters: ({ ids }) => ({ bot_id: ids.bot }) },
  'update-bot-storage': { by: 'helper', parameters: () => ({ storage: { seen: '5' } }) },
  'get-bot-storage': { by: 'helper' },
  'remove-bot-storage': { by: 'helper' },
  'incoming-webhook': {
    by: 'nobody',
    parameters: ({ ids }) => ({
      integration: 'slack_incoming',
      api_key: ids.hookKey,
      stream: 'general',
      payload: '{"text":"hello"}',
    }),
  },
  'check-incoming-webhook': {
    by: 'nobody',
    parameters: ({ ids }) => ({ integration: 'slack_incoming', api_key: ids.hookKey }),
  },
  'get-webhook-address': {
    by: 'mel',
    parameters: ({ ids }) => ({ bot_id: ids.bot, integration: 'github', stream: 'general', topic: 'news' }),
  },
  'get-webhook-deliveries': { by: 'mel', parameters: ({ ids }) => ({ bot_id: ids.bot }) },
  'get-event-subscriptions': { by: 'mel', parameters: ({ ids }) => ({ bot_id: ids.bot }) },
  'create-event-subscription': {
    by: 'mel',
    parameters: ({ ids }) => ({
      bot_id: ids.bot,
      address: 'https://example.com/other',
      event_types: ['alert_words'],
    }),
  },
  'update-event-subscription': {
    by: 'mel',
    parameters: ({ ids }) => ({
      bot_id: ids.bot,
      subscription_id: ids.subscription,
      address: 'https://example.com/third',
    }),
  },
  'get-event-deliveries': {
    by: 'mel',
    parameters: ({ ids }) => ({ bot_id: ids.bot, subscription_id: ids.subscription }),
  },
  'remove-event-subscription': {
    by: 'mel',
    parameters: ({ ids }) => ({ bot_id: ids.bot, subscription_id: ids.subscription }),
  },
  'deactivate-bot': { by: 'mel', parameters: ({ ids }) => ({ bot_id: ids.bot }) },
};

export const invitationCalls: ValidCalls = {
  'get-invites': { by: 'olive' },
  'send-invites': {
    by: 'olive',
    parameters: ({ channel }) => ({ invitee_emails: 'guest@example.com', stream_ids: [channel('general')] }),
  },
  'create-invite-link': { by: 'olive', parameters: ({ channel }) => ({ stream_ids: [channel('general')] }) },
  'resend-email-invite': { by: 'olive', parameters: ({ ids }) => ({ invite_id: ids.invitation }) },
  'revoke-email-invite': { by: 'olive', parameters: ({ ids }) => ({ invite_id: ids.invitation }) },
  'revoke-invite-link': { by: 'olive', parameters: ({ ids }) => ({ invite_id: ids.invitationLink }) },
};

export const groupCalls: ValidCalls = {
  'get-user-groups': { by: 'mel' },
  'create-user-group': {
    by: 'olive',
    parameters: ({ person }) => ({ name: 'singers', description: '', members: [person('mia')] }),
  },
  'get-user-group-members': { by: 'mel', parameters: ({ ids }) => ({ user_group_id: ids.group }) },
  'get-is-user-group-member': {
    by: 'mel',
    parameters: ({ ids, person }) => ({ user_group_id: ids.group, user_id: person('mia') }),
  },
  'get-user-group-subgroups': { by: 'mel', parameters: ({ ids }) => ({ user_group_id: ids.group }) },
  'update-user-group': {
    by: 'olive',
    parameters: ({ ids }) => ({ user_group_id: ids.group, name: 'carpenters' }),
  },
  'update-user-group-members': {
    by: 'olive',
    parameters: ({ ids, person }) => ({ user_group_id: ids.group, add: [person('mia')] }),
  },
  'update-user-group-subgroups': {
    by: 'olive',
    parameters: ({ ids }) => ({ user_group_id: ids.group, delete: [ids.inner] }),
  },
  'deactivate-user-group': { by: 'olive', parameters: ({ ids }) => ({ user_group_id: ids.outer }) },
};
