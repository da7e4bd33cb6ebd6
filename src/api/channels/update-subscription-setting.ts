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
  summary: 'Change a personal setting for a channel.',
  access: 'account',
  parameters: {
    stream_id: required(id, 'The channel.'),
    property: required(shortText, 'The setting.'),
    value: required(anyJson, 'Its new value, as JSON; a text may stand as it is.', { encoding: 'either' }),
  },
  result: {},
  async handle(context, { stream_id, property, value }) {
    const change = settingChange(stream_id, property, value);
    await context.write((writer) => changeSubscriptionSettings(writer, context.actor.account.id, [change]));
    return {};
  },
});
