// `device` events for a person's own clients.

import { id } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { changedDeviceFields, type DeviceRow, deviceFields } from './push-device.ts';

export const deviceEvent = eventTypeWithOps(
  'device',
  'One of your devices for push notifications was added, changed or removed.',
  {
    add: { device_id: id },
    update: { device_id: id, ...changedDeviceFields },
    remove: { device_id: id },
  },
);

export function deviceAdded(accountId: number, deviceId: number): NewEvent {
  return newPersonalEvent(deviceEvent, accountId, { op: 'add', device_id: deviceId });
}

export function deviceRemoved(accountId: number, deviceId: number): NewEvent {
  return newPersonalEvent(deviceEvent, accountId, { op: 'remove', device_id: deviceId });
}

/** The fields that differ between two states of a device; undefined if clients see no difference. */
export function deviceChanged(before: DeviceRow, after: DeviceRow): NewEvent | undefined {
  const oldFields = new Map<string, unknown>(Object.entries(deviceFields(before)));
  const changes = Object.entries(deviceFields(after)).filter(
    ([name, value]) => oldFields.get(name) !== value,
  );
  if (changes.length === 0) return undefined;
  return newPersonalEvent(deviceEvent, before.account_id, {
    op: 'update',
    device_id: before.id,
    ...Object.fromEntries(changes),
  });
}
