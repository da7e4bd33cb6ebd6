// Actions that one module of the page triggers in another: the feed opens a profile card, a channel menu
// starts a message. The app supplies them, so that the modules do not import each other.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MenuItem } from '../components/menu-item.ts';
import type { Destination } from '../lib/destination.ts';
import type { Message } from '../store/message.ts';
import type { ConversationOrChannel } from '../store/unread-ids.ts';

export interface Actions {
  /** The address, `#narrow/…`, of the view that contains the component. */
  address(): string;
  /** Shows the view of an address. */
  go(address: string): void;
  /** Shows the view of an address in place of the current one, to which the browser does not go back. */
  replace(address: string): void;
  /** Opens the composer for a conversation and inserts `text` at the caret. */
  compose(destination: Destination, text?: string): void;
  /** Quotes a message in the composer of its conversation. */
  quote(message: Message): void;
  /** Quotes a message in a composer whose destination is still to be chosen. */
  forward(message: Message): void;
  /** Shows the profile card of an account next to an element. */
  showPerson(personId: number, anchor: Element): void;
  invite(): void;
  /** The menu of a channel, a topic or a direct conversation. */
  menuItems(target: ConversationOrChannel): Promise<readonly MenuItem[]>;
  /** Shows a conversation or channel and adds files to a message there. */
  attach(destination: Destination, address: string, files: readonly File[]): void;
}

const nothing = () => undefined;

export const ActionsContext = createContext<Actions>({
  address: () => location.hash,
  go: (address) => location.assign(address),
  replace: (address) => location.replace(address),
  compose: nothing,
  quote: nothing,
  forward: nothing,
  showPerson: nothing,
  invite: nothing,
  menuItems: async () => [],
  attach: nothing,
});

export function useActions(): Actions {
  return useContext(ActionsContext);
}
