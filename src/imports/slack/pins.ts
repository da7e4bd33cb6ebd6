// Which messages of a Slack export are pinned. The lists of conversations name them, and messages say it themselves.

import type { Row } from '../archive/row.ts';
import type { ImportedPin } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import type { SlackAccounts } from './accounts.ts';

const NOUN = 'pins of messages';
/** The type of pinned files; messages are "C". */
const FILE = 'F';
const LATEST_SECONDS = 1e11;

function secondsOf(row: Row, name: string): number | undefined {
  const seconds = row.number(name, 0);
  return seconds > 0 && seconds < LATEST_SECONDS ? Math.floor(seconds) : undefined;
}

/** The pins in the row of a conversation, by the time of the message that they name. */
export class ListedPins {
  /** By the time as a number: as text it may or may not end in zeros. */
  readonly #pins = new Map<number, ImportedPin>();
  readonly #files: number;

  constructor(conversation: Row, accounts: SlackAccounts) {
    const rows = conversation.records('pins');
    const messagePins = rows.filter((row) => row.text('type', '') !== FILE);
    this.#files = rows.length - messagePins.length;
    for (const row of messagePins)
      this.#pins.set(Number(row.text('id', '')), {
        // `owner` wrote the message, in exports that have both.
        accountId: accounts.find(row.text('user', '') || row.text('owner', ''))?.id,
        pinnedAt: secondsOf(row, 'created'),
      });
  }

  /** Removes and returns the pin of the message with a time; undefined if it has none. */
  take(time: string): ImportedPin | undefined {
    const key = Number(time);
    const pin = this.#pins.get(key);
    this.#pins.delete(key);
    return pin;
  }

  /** Notes the pins that no message has taken. */
  noteRest(notes: Notes): void {
    notes.add(NOUN, 'files are not pinned, only messages', this.#files);
    notes.add(NOUN, 'their messages are not imported', this.#pins.size);
  }
}

/** The pin of a message in its conversation; undefined if it has none there. */
export function pinOf(
  row: Row,
  { id, pins }: { readonly id: string; readonly pins: ListedPins },
  accounts: SlackAccounts,
  notes: Notes,
): ImportedPin | undefined {
  const listedPin = pins.take(row.text('ts'));
  const pinnedTo = row.texts('pinned_to');
  if (!listedPin && pinnedTo.length === 0) return undefined;
  if (!listedPin && !pinnedTo.includes(id)) {
    notes.add(NOUN, 'the messages are pinned in conversations that they are not in');
    return undefined;
  }
  const info = infoOf(row, id);
  return {
    accountId: accounts.find(info.text('pinned_by', ''))?.id ?? listedPin?.accountId,
    pinnedAt: secondsOf(info, 'pinned_ts') ?? listedPin?.pinnedAt,
  };
}

/** What a message says about its pin: one record, or one for each conversation. */
function infoOf(row: Row, conversationId: string): Row {
  const info = row.record('pinned_info');
  return info.has(conversationId) ? info.record(conversationId) : info;
}
