// `sidebar` events for a person's own clients.

import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { sidebarSchema, type WireSidebar } from './sidebar.ts';

export const sidebarEvent = eventType(
  'sidebar',
  'You arranged your sidebar on this or another device, or a topic that you placed in it was moved. Contains the whole arrangement.',
  { sidebar: sidebarSchema },
);

export function sidebarChanged(accountId: number, sidebar: WireSidebar): NewEvent {
  return newPersonalEvent(sidebarEvent, accountId, { sidebar });
}
