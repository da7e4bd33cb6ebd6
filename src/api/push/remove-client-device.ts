// POST /remove_client_device: removes a client's device, for example at logout.

import { removeDevice } from '../../actions/push/change-device.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const removeClientDevice = writeOperation({
  name: 'remove-client-device',
  method: 'POST',
  path: '/remove_client_device',
  summary: 'Remove one of your devices.',
  since: 470,
  access: 'account',
  parameters: { device_id: required(id, 'The ID of the device.') },
  result: {},
  async handle({ write, actor }, values) {
    await write((writer) => removeDevice(writer, actor.account.id, values.device_id));
    return {};
  },
});
