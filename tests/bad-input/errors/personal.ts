// Errors about settings, statuses, muted people, profiles and devices.

import { type ExpectedErrors, NO_PERMISSION, notOwn, UNKNOWN_ID, unknownPeople } from './expected-error.ts';

const NO_SESSION = 'Session does not exist';
const noField = { msg: `Field id ${UNKNOWN_ID} not found.` };

export const settingErrors: ExpectedErrors = {
  'update-settings': [
    {
      what: 'an unknown language',
      with: () => ({ default_language: 'nothing' }),
      msg: 'Invalid default_language',
    },
    {
      what: 'an unknown time zone',
      with: () => ({ timezone: 'Nowhere/None' }),
      msg: 'timezone is not a recognized time zone',
    },
    {
      what: 'a wrong old password',
      with: () => ({ old_password: 'not mine', new_password: 'a rather long pass phrase' }),
      msg: 'Wrong password!',
    },
    {
      what: 'an invalid address',
      with: () => ({ email: 'nothing' }),
      msg: 'Invalid address.',
    },
    { what: 'a name of one letter', with: () => ({ full_name: 'x' }), msg: 'Name too short!' },
  ],
  'end-own-session': [
    { what: 'an unknown session', with: () => ({ session_id: UNKNOWN_ID }), msg: NO_SESSION },
    { what: "another account's session", by: 'mia', msg: NO_SESSION },
  ],
  'run-zcommand': [
    { what: 'an unknown command', with: () => ({ command: '/dim' }), msg: 'No such command: dim' },
  ],
  'dismiss-onboarding-step': [
    {
      what: 'an unknown introduction',
      with: () => ({ onboarding_step: 'nothing' }),
      msg: 'Unknown onboarding_step: nothing',
    },
  ],
  'mute-user': [
    ...unknownPeople('muted_user_id'),
    {
      what: 'the caller',
      with: ({ person }) => ({ muted_user_id: person('mel') }),
      msg: 'Cannot mute self',
    },
  ],
  'unmute-user': [
    ...unknownPeople('muted_user_id'),
    { what: 'a user who is not muted', msg: 'User is not muted' },
  ],
  'update-own-status': [
    {
      what: 'no parameters',
      with: () => ({ status_text: undefined }),
      msg: 'Client did not pass any new values.',
    },
    {
      what: 'an unknown emoji',
      with: () => ({ emoji_name: 'nothing' }),
      msg: "Emoji 'nothing' does not exist",
    },
    {
      what: 'a code without a name',
      with: () => ({ emoji_code: '1f419' }),
      msg: 'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    },
  ],
  'update-status': [
    ...unknownPeople(),
    { what: "another account's status, by a member", by: 'mia', msg: NO_PERMISSION },
    {
      what: 'no parameters',
      with: () => ({ status_text: undefined }),
      msg: 'Client did not pass any new values.',
    },
  ],
  'put-conversation-away': [
    {
      what: 'neither a topic nor people',
      with: () => ({ stream_id: undefined, topic: undefined }),
      msg: 'Send either stream_id and topic, or user_ids.',
    },
    { what: 'an unknown channel', with: () => ({ stream_id: UNKNOWN_ID }), msg: 'Invalid channel ID' },
    {
      what: 'an unknown person',
      with: () => ({ stream_id: undefined, topic: undefined, user_ids: [UNKNOWN_ID] }),
      msg: 'No such user',
    },
    { what: 'a time that is over', with: () => ({ until: 1 }), msg: 'The time must be in the future.' },
    {
      what: 'a time too far ahead',
      with: () => ({ until: 9_000_000_000 }),
      msg: 'A conversation can be put away for at most 366 days.',
    },
  ],
  'mute-direct-conversation': [
    { what: 'an unknown person', with: () => ({ user_ids: [UNKNOWN_ID] }), msg: 'No such user' },
    {
      what: 'a person of another organization',
      with: ({ foreignIds }) => ({ user_ids: [foreignIds.person] }),
      msg: 'No such user',
    },
    { what: 'a time that is over', with: () => ({ muted_until: 1 }), msg: 'The time must be in the future.' },
    {
      what: 'a time too far ahead',
      with: () => ({ muted_until: 9_000_000_000 }),
      msg: 'Something can be muted for at most 366 days.',
    },
  ],
  'unmute-direct-conversation': [
    {
      what: 'a conversation that is not muted',
      with: ({ person }) => ({ user_ids: [person('max')] }),
      msg: 'This conversation is not muted.',
    },
    {
      what: 'an unknown person',
      with: () => ({ user_ids: [UNKNOWN_ID] }),
      msg: 'This conversation is not muted.',
    },
  ],
  'remove-later-conversation': [
    {
      what: 'a conversation that was not put away',
      with: () => ({ topic: 'lunch' }),
      msg: 'This conversation was not put away.',
    },
    {
      what: 'an unknown channel',
      with: () => ({ stream_id: UNKNOWN_ID }),
      msg: 'This conversation was not put away.',
    },
    {
      what: 'an unknown person',
      with: () => ({ stream_id: undefined, topic: undefined, user_ids: [UNKNOWN_ID] }),
      msg: 'This conversation was not put away.',
    },
  ],
  'update-sidebar-section': [
    {
      what: 'an unknown person',
      with: () => ({ rows: [{ user_ids: [UNKNOWN_ID] }] }),
      msg: 'No such user',
    },
    {
      what: 'an unknown channel',
      with: () => ({ rows: [{ stream_id: UNKNOWN_ID }] }),
      msg: 'Invalid channel ID',
    },
    { what: 'no change', with: () => ({ rows: undefined }), msg: 'Nothing to change' },
    {
      what: 'a name for a section of every sidebar',
      with: () => ({ name: 'Colleagues' }),
      msg: 'Only sections that you made can be renamed.',
    },
    {
      what: 'rows in the section of channels one is not in',
      with: () => ({ section: 'more' }),
      msg: 'Rows cannot be placed in this section.',
    },
    {
      what: 'an unknown own section',
      with: () => ({ section: `own-${UNKNOWN_ID}` }),
      status: 404,
      code: 'NOT_FOUND',
      msg: 'The sidebar has no such section.',
    },
  ],
  'order-sidebar-sections': [
    {
      what: 'an unknown folder',
      with: () => ({ order: [`folder-${UNKNOWN_ID}`] }),
      status: 404,
      code: 'NOT_FOUND',
      msg: 'The sidebar has no such section.',
    },
  ],
  'remove-sidebar-section': [
    {
      what: "another account's section",
      by: 'mia',
      status: 404,
      code: 'NOT_FOUND',
      msg: 'The sidebar has no such section.',
    },
    {
      what: 'a section of every sidebar',
      with: () => ({ section: 'pinned' }),
      status: 404,
      code: 'NOT_FOUND',
      msg: 'The sidebar has no such section.',
    },
  ],
  'update-do-not-disturb': [
    {
      what: 'an unknown allowed sender',
      with: () => ({ allowed_senders: [UNKNOWN_ID] }),
      msg: 'No such user',
    },
    {
      what: 'quiet hours without a day',
      with: () => ({ quiet_hours: { enabled: true, days: [], from: '20:00', to: '08:00' } }),
      msg: 'quiet_hours["days"] must contain at least one day',
    },
    {
      what: 'a day after Sunday',
      with: () => ({ quiet_hours: { enabled: true, days: [8], from: '20:00', to: '08:00' } }),
      msg: 'quiet_hours["days"][0] is too large',
    },
    {
      what: 'a time that does not exist',
      with: () => ({ quiet_hours: { enabled: true, days: [1], from: '24:00', to: '08:00' } }),
      msg: 'quiet_hours["from"] is not a time of day such as 20:00',
    },
  ],
  'get-status': unknownPeople(),
  'get-user-presence': [
    {
      what: 'an unknown user',
      with: () => ({ user_id_or_email: String(UNKNOWN_ID) }),
      msg: 'No such user',
    },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ user_id_or_email: String(foreignIds.person) }),
      msg: 'No such user',
    },
    {
      what: 'a bot',
      with: ({ person }) => ({ user_id_or_email: String(person('helper')) }),
      msg: 'Presence is not supported for bot users.',
    },
  ],
  'update-profile-data': [
    {
      what: 'an unknown field',
      with: () => ({ data: [{ id: UNKNOWN_ID, value: 'x' }] }),
      ...noField,
    },
    {
      what: "the other organization's field",
      with: ({ foreignIds }) => ({ data: [{ id: foreignIds.field, value: 'x' }] }),
      msg: ({ foreignIds }) => `Field id ${foreignIds.field} not found.`,
    },
    {
      what: 'an unknown choice',
      with: ({ ids }) => ({ data: [{ id: ids.choiceField, value: '99' }] }),
      msg: "'99' is not a valid choice for 'Team'.",
    },
  ],
  'remove-profile-data': [
    { what: 'an unknown field', with: () => ({ data: [UNKNOWN_ID] }), ...noField },
    {
      what: "the other organization's field",
      with: ({ foreignIds }) => ({ data: [foreignIds.field] }),
      msg: ({ foreignIds }) => `Field id ${foreignIds.field} not found.`,
    },
  ],
};

const noDevice = { msg: 'Invalid device_id' };

export const deviceErrors: ExpectedErrors = {
  'remove-client-device': notOwn('device_id', 'device', noDevice),
  'register-push-device': [
    ...notOwn('device_id', 'device', noDevice),
    { what: 'a key of the wrong length', with: () => ({ push_key: 'MQ==' }), msg: 'Invalid `push_key`' },
    { what: 'a token id of the wrong length', with: () => ({ token_id: 'MQ==' }), msg: 'Invalid `token_id`' },
  ],
  'create-web-push-subscription': [
    {
      what: 'an unencrypted URL',
      with: () => ({ endpoint: 'http://push.example.com/x' }),
      msg: 'endpoint is not an https:// address, or in a private network, where this server posts only if its administrator allows the address (--webhook-targets).',
    },
    {
      what: 'a text that is not a URL',
      with: () => ({ endpoint: 'push' }),
      msg: 'endpoint is not a URL of a push service',
    },
    {
      what: 'a key that is not a point on the curve',
      with: () => ({ p256dh: 'BAAA' }),
      msg: 'p256dh is not Base64 of an uncompressed point of P-256',
    },
    {
      what: 'a secret of the wrong length',
      with: () => ({ auth: 'AAAA' }),
      msg: 'auth is not Base64 of 16 bytes',
    },
  ],
  'remove-web-push-subscription': notOwn('subscription_id', 'webPush', {
    msg: 'Subscription does not exist',
  }),
  'remove-web-push-endpoint': [
    {
      what: "the other organization's endpoint",
      with: () => ({ endpoint: 'https://push.example.com/elsa' }),
      msg: 'Subscription does not exist',
    },
  ],
  'test-web-push': notOwn('subscription_id', 'webPush', {
    code: 'NO_ACTIVE_PUSH_DEVICE',
    msg: 'No active registered push device',
  }),
  'e2ee-test-notify': notOwn('device_id', 'device', {
    code: 'NO_ACTIVE_PUSH_DEVICE',
    msg: 'No active registered push device',
  }),
  'test-notify': [
    {
      what: 'an unknown token',
      with: () => ({ token: 'nothing' }),
      code: 'INVALID_PUSH_DEVICE_TOKEN',
      msg: 'Device not recognized',
    },
  ],
  'add-apns-token': [
    {
      what: 'a token that is not hexadecimal',
      with: () => ({ token: 'xyz' }),
      msg: 'Invalid APNS token',
    },
    { what: 'an empty token', with: () => ({ token: '' }), msg: 'Empty or invalid length token' },
  ],
  'remove-apns-token': [
    { what: "another account's token", by: 'mia', msg: 'Token does not exist' },
    { what: 'an empty token', with: () => ({ token: '' }), msg: 'Empty or invalid length token' },
  ],
  'add-fcm-token': [
    { what: 'an empty token', with: () => ({ token: '' }), msg: 'Empty or invalid length token' },
  ],
  'remove-fcm-token': [{ what: 'an unknown token', msg: 'Token does not exist' }],
};
