// POST /users/me/subscriptions/properties: changes several of the caller's settings for channels.

import { changeSubscriptionSettings } from '../../actions/subscriptions/change-settings.ts';
import { anyJson, id, list, record, shortText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { settingChange } from './subscription-settings.ts';

export const updateSubscriptionSettings = writeOperation({
  name: 'update-subscription-settings',
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: 'Change your settings for channels.',
  access: 'account',
  parameters: {
    subscription_data: required(
      list(record({ stream_id: id, property: shortText, value: anyJson }), limits.idsPerRequest),
      'The changes, applied in order.',
    ),
  },
  result: {},
  async handle(context, { subscription_data }) {
    const changes = subscription_data.map(({ stream_id, property, value }) =>
      settingChange(stream_id, property, value),
    );
    await context.write((writer) => changeSubscriptionSettings(writer, context.actor.account.id, changes));
    return {};
  },
});
