// PATCH /users/me/subscriptions/{stream_id}: changes one of the caller's settings for a channel.

import { changeSubscriptionSettings } from '../../actions/subscriptions/change-settings.ts';
import { anyJson, id, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { settingChange } from './subscription-settings.ts';

export const updateSubscriptionSetting = writeOperation({
  name: 'update-subscription-setting',
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  summary: 'Change one of your settings for a channel.',
  access: 'account',
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    property: required(shortText, 'The name of the setting.'),
    value: required(anyJson, 'The new value, as JSON. A string can also be sent as plain text.', {
      encoding: 'either',
    }),
  },
  result: {},
  async handle(context, { stream_id, property, value }) {
    const change = settingChange(stream_id, property, value);
    await context.write((writer) => changeSubscriptionSettings(writer, context.actor.account.id, [change]));
    return {};
  },
});
