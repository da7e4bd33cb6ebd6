// Errors about bots.

import { type ExpectedError, type ExpectedErrors, NO_PERMISSION, UNKNOWN_ID } from './expected-error.ts';
import { botFiles } from './files.ts';

const NO_BOT = 'No such bot';

function bots(): ExpectedError[] {
  return [
    { what: 'an unknown bot', with: () => ({ bot_id: UNKNOWN_ID }), msg: NO_BOT },
    {
      what: "the other organization's bot",
      with: ({ foreignIds }) => ({ bot_id: foreignIds.bot }),
      msg: NO_BOT,
    },
    { what: 'a user who is not a bot', with: ({ person }) => ({ bot_id: person('mia') }), msg: NO_BOT },
    { what: "another account's bot", by: 'mia', msg: NO_PERMISSION },
  ];
}

/** Errors about a bot's event subscription. */
function subscriptions(): ExpectedError[] {
  const msg = 'No such event subscription';
  return [
    ...bots(),
    { what: 'an unknown subscription', with: () => ({ subscription_id: UNKNOWN_ID }), msg },
    {
      what: "the other organization's subscription",
      with: ({ foreignIds }) => ({ subscription_id: foreignIds.subscription }),
      msg,
    },
  ];
}

const wrongEvents: readonly ExpectedError[] = [
  {
    what: 'an address that is not a web URL',
    with: () => ({ address: 'nothing' }),
    msg: 'address is not a URL',
  },
  {
    what: 'no event types',
    with: () => ({ event_types: [] }),
    msg: 'event_types is empty.',
  },
  {
    what: 'a narrow that queues do not support',
    with: () => ({ narrow: [['has', 'link']] }),
    msg: 'Operator has not supported.',
  },
];

export const botErrors: ExpectedErrors = {
  'get-event-subscriptions': bots(),
  'create-event-subscription': [...bots(), ...wrongEvents],
  'update-event-subscription': [...subscriptions(), ...wrongEvents],
  'remove-event-subscription': subscriptions(),
  'get-event-deliveries': subscriptions(),
  'create-bot': [
    ...botFiles,
    { what: 'an unknown kind', with: () => ({ bot_type: 9 }), msg: 'Invalid bot type' },
    { what: 'a blank short name', with: () => ({ short_name: ' ' }), msg: 'Bad name or username' },
    {
      what: 'an address in use by another bot',
      with: () => ({ short_name: 'bell' }),
      msg: 'Email is already in use.',
    },
    {
      what: 'an address that is not a web URL',
      with: () => ({ bot_type: 3, payload_url: 'nothing' }),
      msg: 'payload_url is not a URL',
    },
    {
      what: 'an unknown channel',
      with: () => ({ default_sending_stream: 'nowhere' }),
      msg: "Invalid channel name 'nowhere'",
    },
  ],
  'update-bot': [
    ...bots(),
    ...botFiles,
    {
      what: 'an unknown owner',
      with: () => ({ bot_owner_id: UNKNOWN_ID }),
      msg: 'Failed to change owner, no such user',
    },
    {
      what: 'an owner of the other organization',
      with: ({ foreignIds }) => ({ bot_owner_id: foreignIds.person }),
      msg: 'Failed to change owner, no such user',
    },
    {
      what: 'a deactivated owner',
      by: 'olive',
      with: ({ ids }) => ({ bot_owner_id: ids.gone }),
      msg: 'Failed to change owner, user is deactivated',
    },
    {
      what: 'a bot as the owner',
      by: 'olive',
      with: ({ person }) => ({ bot_owner_id: person('helper') }),
      msg: "Failed to change owner, bots can't own other bots",
    },
  ],
  'incoming-webhook': [
    {
      what: 'an unknown key',
      with: () => ({ api_key: 'x'.repeat(32) }),
      status: 401,
      code: 'INVALID_API_KEY',
      msg: 'Invalid API key',
    },
    {
      what: 'a message that is not JSON',
      with: () => ({ payload: '{' }),
      code: 'INVALID_JSON',
      msg: 'Malformed JSON',
    },
    {
      what: 'a message that is a list',
      with: () => ({ payload: '[]' }),
      code: 'ANOMALOUS_WEBHOOK_PAYLOAD',
      msg: 'Unable to parse request: Did SlackIncoming generate this event?',
    },
  ],
  'get-webhook-deliveries': bots(),
  'get-webhook-address': [
    ...bots(),
    {
      what: 'an unknown webhook service',
      with: () => ({ integration: 'hologram' }),
      status: 404,
      code: 'NOT_FOUND',
      msg: "Unknown webhook service 'hologram'.",
    },
  ],
  'deactivate-bot': bots(),
  'get-bot-api-key': bots(),
  'regenerate-bot-api-key': bots(),
  'get-bot-storage': [{ what: 'an unknown name', with: () => ({ keys: ['x'] }), msg: 'Key does not exist.' }],
  'remove-bot-storage': [
    { what: 'an unknown name', with: () => ({ keys: ['x'] }), msg: 'Key does not exist.' },
  ],
  'update-bot-storage': [
    { what: 'a person', by: 'mel', code: 'PERMISSION_DENIED', msg: 'Must be a bot user' },
  ],
};
