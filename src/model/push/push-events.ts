// `device` events for a person's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { type DeviceRow, deviceFields } from './push-device.ts';

function deviceEvent(accountId: number, payload: Readonly<Record<string, unknown>>): NewEvent {
  return { type: 'device', audience: { kind: 'accounts', ids: [accountId] }, payload };
}

export function deviceAdded(accountId: number, deviceId: number): NewEvent {
  return deviceEvent(accountId, { op: 'add', device_id: deviceId });
}

export function deviceRemoved(accountId: number, deviceId: number): NewEvent {
  return deviceEvent(accountId, { op: 'remove', device_id: deviceId });
}

/** The fields that differ between two states of a device; undefined if clients see no difference. */
export function deviceChanged(before: DeviceRow, after: DeviceRow): NewEvent | undefined {
  const oldFields = new Map<string, unknown>(Object.entries(deviceFields(before)));
  const changes = Object.entries(deviceFields(after)).filter(
    ([name, value]) => oldFields.get(name) !== value,
  );
  if (changes.length === 0) return undefined;
  return deviceEvent(before.account_id, {
    op: 'update',
    device_id: before.id,
    ...Object.fromEntries(changes),
  });
}
