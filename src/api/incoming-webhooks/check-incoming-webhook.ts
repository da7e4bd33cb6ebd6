// GET /external/{integration}: checks an address. Some services do so before they send anything.

import { shortText } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { publicOperation } from '../operation.ts';
import { knownWebhookService } from './known-webhook-service.ts';
import { accountByKey } from './webhook-authentication.ts';

export const checkIncomingWebhook = publicOperation({
  name: 'check-incoming-webhook',
  method: 'GET',
  path: '/external/{integration}',
  summary: 'Check the URL of an incoming webhook.',
  access: 'anyone',
  errors: ['INVALID_API_KEY', 'USER_DEACTIVATED'],
  readsRawRequest: true,
  acceptsAnyParameter: true,
  parameters: {
    integration: required(shortText, 'The name of the service.'),
    api_key: optionally(
      shortText,
      'The API key of the bot that sends the messages. It can also be sent in the header.',
    ),
  },
  result: {},
  async handle(context, { integration, api_key: apiKey }) {
    await accountByKey(context, apiKey);
    knownWebhookService(integration);
    return {};
  },
});
