// Errors about people and invitations.

import {
  type ExpectedError,
  type ExpectedErrors,
  NO_PERMISSION,
  NO_SUCH_USER,
  UNKNOWN_ID,
  unknownPeople,
} from './expected-error.ts';

const NOT_AN_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };

const CODE_REFUSED = 'The code is wrong, expired, or was already used';
const wrongPassword: ExpectedError = {
  what: 'a wrong password',
  with: () => ({ password: 'nothing' }),
  msg: 'Wrong password!',
};
const wrongCode: readonly [ExpectedError, ExpectedError, ExpectedError] = [
  { what: 'a wrong code', with: () => ({ code: 'nothing' }), msg: CODE_REFUSED },
  {
    what: 'no code',
    with: () => ({ code: undefined }),
    msg: 'Your second factor is also required: a code or a passkey.',
  },
  {
    what: 'a user without two-factor authentication',
    by: 'mel',
    msg: 'You have not set up two-factor authentication.',
  },
];

const noSuchPasskey: ExpectedError = {
  what: 'an unknown passkey',
  with: () => ({ passkey_id: UNKNOWN_ID }),
  msg: 'Passkey does not exist',
};
const bothFactors: ExpectedError = {
  what: 'a code and a passkey',
  with: () => ({
    passkey: { id: 'AA', response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } },
  }),
  msg: 'Send either a code or a passkey, not both.',
};

export const peopleErrors: ExpectedErrors = {
  'fetch-api-key': [
    {
      what: 'a wrong password',
      with: () => ({ password: 'nothing' }),
      status: 401,
      code: 'AUTHENTICATION_FAILED',
      msg: 'Your username or password is incorrect',
    },
    {
      what: 'an unknown email address',
      with: () => ({ username: 'nobody@example.com' }),
      status: 401,
      code: 'AUTHENTICATION_FAILED',
      msg: 'Your username or password is incorrect',
    },
    {
      what: 'no code, when one is required',
      with: () => ({ username: 'max@example.com', code: undefined }),
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
      msg: 'This account uses two-factor authentication. Also enter a code from its authenticator app, or a recovery code',
    },
    {
      what: 'a wrong code',
      with: () => ({ username: 'max@example.com' }),
      status: 401,
      code: 'SECOND_FACTOR_FAILED',
      msg: CODE_REFUSED,
    },
  ],
  'dev-fetch-api-key': [
    {
      what: 'an unknown email address',
      with: () => ({ username: 'nobody@example.com' }),
      status: 401,
      code: 'AUTHENTICATION_FAILED',
      msg: 'Your username or password is incorrect',
    },
    {
      what: 'a deactivated user',
      with: () => ({ username: 'gone@example.com' }),
      status: 401,
      code: 'USER_DEACTIVATED',
      msg: 'Account is deactivated',
    },
  ],
  'begin-second-factor': [wrongPassword],
  'confirm-second-factor': [
    {
      what: 'an unexpected code',
      msg: 'No setup of an authenticator is in progress. Start again.',
    },
  ],
  'update-passkey': [noSuchPasskey],
  'remove-passkey': [wrongPassword, noSuchPasskey, wrongCode[0], wrongCode[1], bothFactors],
  'end-own-authenticator': [wrongPassword, wrongCode[0], wrongCode[1]],
  'make-recovery-codes': [wrongPassword, ...wrongCode],
  'end-own-second-factor': [wrongPassword, ...wrongCode],
  'get-second-factor': [
    ...unknownPeople(),
    {
      what: 'a member',
      by: 'mia',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    },
  ],
  'confirm-email': [
    ...unknownPeople(),
    {
      what: 'a moderator',
      by: 'mona',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    },
  ],
  'remove-second-factor': [
    ...unknownPeople(),
    {
      what: 'a moderator',
      by: 'mona',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    },
    {
      what: 'an administrator changing an owner',
      by: 'adam',
      with: ({ person }) => ({ user_id: person('olive') }),
      ...NOT_AN_OWNER,
    },
    {
      what: "the caller's own second factor",
      with: ({ person }) => ({ user_id: person('olive') }),
      msg: 'Turn off your own two-factor authentication in your settings.',
    },
    {
      what: 'a bot',
      with: ({ person }) => ({ user_id: person('helper') }),
      msg: 'Bots do not have two-factor authentication.',
    },
    {
      what: 'a user without a second factor',
      with: ({ person }) => ({ user_id: person('mia') }),
      msg: 'The user has not set up two-factor authentication.',
    },
  ],
  'get-user': [
    {
      what: 'an unknown user',
      with: () => ({ user_id_or_email: String(UNKNOWN_ID) }),
      msg: NO_SUCH_USER,
    },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ user_id_or_email: String(foreignIds.person) }),
      msg: NO_SUCH_USER,
    },
    {
      what: 'an unknown email address',
      with: () => ({ user_id_or_email: 'nobody@example.com' }),
      msg: NO_SUCH_USER,
    },
  ],
  'create-user': [
    {
      what: 'an administrator without the permission',
      by: 'adam',
      msg: 'User not authorized to create users',
    },
    {
      what: 'an address in use by another account',
      with: () => ({ email: 'mel@example.com' }),
      msg: 'Email is already in use.',
    },
    {
      what: 'an invalid address',
      with: () => ({ email: 'nothing' }),
      msg: 'Bad name or username',
    },
    { what: 'a name of one letter', with: () => ({ full_name: 'x' }), msg: 'Name too short!' },
    {
      what: 'a weak password',
      with: () => ({ password: 'abc' }),
      msg: 'The password is too weak. It needs at least 8 characters.',
    },
  ],
  'update-user': [
    {
      what: 'an unknown user',
      with: () => ({ user_id_or_email: String(UNKNOWN_ID) }),
      msg: NO_SUCH_USER,
    },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ user_id_or_email: String(foreignIds.person) }),
      msg: NO_SUCH_USER,
    },
    { what: 'a member', by: 'mia', msg: NO_PERMISSION },
    {
      what: 'promotion to owner, by an administrator',
      by: 'adam',
      with: () => ({ role: 100 }),
      ...NOT_AN_OWNER,
    },
    {
      what: 'demotion of the only owner',
      with: ({ person }) => ({ user_id_or_email: String(person('olive')), role: 400 }),
      msg: 'The owner permission cannot be removed from the only organization owner.',
    },
    {
      what: 'an unknown field',
      with: () => ({ profile_data: [{ id: UNKNOWN_ID, value: 'x' }] }),
      msg: `Field id ${UNKNOWN_ID} not found.`,
    },
    {
      what: 'a new address without the permission',
      with: () => ({ new_email: 'max2@example.com' }),
      msg: 'User not authorized to change user emails',
    },
  ],
  'deactivate-user': [
    ...unknownPeople(),
    { what: 'a member', by: 'mia', msg: NO_PERMISSION },
    {
      what: 'the only owner, by an administrator',
      by: 'adam',
      with: ({ person }) => ({ user_id: person('olive') }),
      msg: 'Cannot deactivate the only organization owner',
    },
    {
      what: 'the only owner',
      with: ({ person }) => ({ user_id: person('olive') }),
      msg: 'Cannot deactivate the only organization owner',
    },
    {
      what: 'a deactivated user',
      with: ({ ids }) => ({ user_id: ids.gone }),
      msg: 'User is deactivated',
    },
  ],
  'erase-user': [
    ...unknownPeople(),
    {
      what: 'an administrator',
      by: 'adam',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization owner',
    },
    {
      what: 'the caller',
      with: ({ person }) => ({ user_id: person('olive') }),
      msg: 'You cannot erase your own account. Ask another owner or the operator.',
    },
    {
      what: 'a bot',
      with: ({ person }) => ({ user_id: person('helper') }),
      msg: 'Only people can be erased. Deactivate the bot, or erase its owner.',
    },
  ],
  'deactivate-own-user': [
    {
      what: 'the only owner',
      by: 'olive',
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      msg: 'Cannot deactivate the only organization owner',
    },
  ],
  'reactivate-user': [
    ...unknownPeople(),
    { what: 'a member', by: 'mia', msg: NO_PERMISSION },
    {
      what: 'an active user',
      with: ({ person }) => ({ user_id: person('mia') }),
      msg: 'User is already active',
    },
  ],
};

const NO_INVITATION = 'No such invitation';
function invitations(kind: 'invitation' | 'invitationLink'): ExpectedError[] {
  return [
    { what: 'an unknown invitation', with: () => ({ invite_id: UNKNOWN_ID }), msg: NO_INVITATION },
    {
      what: "the other organization's invitation",
      with: ({ foreignIds }) => ({ invite_id: foreignIds[kind] }),
      msg: NO_INVITATION,
    },
    { what: "another account's invitation", by: 'mia', msg: 'Must be an organization administrator' },
  ];
}

function errorsOfInvitations(): ExpectedError[] {
  return [
    {
      what: 'an unknown channel',
      with: () => ({ stream_ids: [UNKNOWN_ID] }),
      msg: `Invalid channel ID ${UNKNOWN_ID}. No invites were sent.`,
    },
    {
      what: "the other organization's channel",
      with: ({ foreignIds }) => ({ stream_ids: [foreignIds.channel] }),
      msg: ({ foreignIds }) => `Invalid channel ID ${foreignIds.channel}. No invites were sent.`,
    },
    {
      what: 'an unknown group',
      with: () => ({ group_ids: [UNKNOWN_ID] }),
      msg: 'Invalid user group',
    },
    {
      what: "the other organization's group",
      with: ({ foreignIds }) => ({ group_ids: [foreignIds.group] }),
      msg: 'Invalid user group',
    },
    {
      what: 'a deactivated group',
      with: ({ ids }) => ({ group_ids: [ids.disbanded] }),
      msg: 'User group is deactivated.',
    },
    {
      what: 'an archived channel',
      with: ({ ids }) => ({ stream_ids: [ids.archived] }),
      msg: ({ ids }) => `Invalid channel ID ${ids.archived}. No invites were sent.`,
    },
    {
      what: 'an invitation for owners, by an administrator',
      by: 'adam',
      with: () => ({ invite_as: 100 }),
      ...NOT_AN_OWNER,
    },
  ];
}

export const invitationErrors: ExpectedErrors = {
  'send-invites': [
    ...errorsOfInvitations(),
    {
      what: 'no address',
      with: () => ({ invitee_emails: ' ' }),
      msg: 'You must specify at least one email address.',
    },
  ],
  'create-invite-link': [...errorsOfInvitations(), { what: 'a member', by: 'mia', msg: NO_PERMISSION }],
  'resend-email-invite': invitations('invitation'),
  'revoke-email-invite': invitations('invitation'),
  'revoke-invite-link': invitations('invitationLink'),
};
