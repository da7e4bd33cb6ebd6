// What one room of the page asks of another: the feed opens a card of the people's room, a channel's menu begins a
// message. The shell knows all rooms and puts this together, so that none of them knows another.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Destination } from '../lib/destination.ts';
import type { Message } from '../store/message.ts';

export interface Actions {
  /** Shows the view of an address, `#narrow/…`. */
  go(address: string): void;
  /** Opens the composer for a conversation, and puts a text where the caret is. */
  compose(destination: Destination, text?: string): void;
  /** Quotes a message in the composer of its conversation. */
  quote(message: Message): void;
  /** Quotes a message in a composer that asks where it is to go. */
  forward(message: Message): void;
  /** Shows somebody's card beside something. */
  showPerson(personId: number, anchor: Element): void;
  /** Opens the dialog that invites people. */
  invite(): void;
}

const nothing = () => undefined;

export const ActionsContext = createContext<Actions>({
  go: (address) => location.assign(address),
  compose: nothing,
  quote: nothing,
  forward: nothing,
  showPerson: nothing,
  invite: nothing,
});

export function useActions(): Actions {
  return useContext(ActionsContext);
}
