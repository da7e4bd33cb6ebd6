// The stable part of messages as prepared JSON: the fields that are the same for every viewer (`stableFields`). Missing
// fragments are read for many messages at once; reactions, submessages and edits are read only for messages that have
// some. Messages come in portions that take one turn of the event loop to read and serialize, so the caller can stop
// when it has enough. Changes that make a fragment stale name the message in `touches.messages`: content, conversation,
// reactions, submessages, edits. The edit history also depends on the organization's policy; changing that drops all
// fragments. Everything that depends on the viewer or changes without the message is in `page-json.ts`.

import { limits } from '../../api-contract/limits.ts';
import { portionsOf } from '../../api-contract/portions.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { visibleEdits } from '../../model/messages/edit-history.ts';
import type { MessageFragment } from '../../model/messages/fragment-cache.ts';
import { StablePart } from '../../model/messages/stable-part.ts';
import {
  type ContentRow,
  contentRows,
  contentsOf,
  submessageAndEditBytes,
} from '../../stores/messages/content-rows.ts';
import {
  editsByMessage,
  reactionsByMessage,
  submessagesByMessage,
} from '../../stores/messages/message-store.ts';
import type { QueryContext } from '../requester.ts';
import { type MessageContent, type MessageFormat, type MessageParts, stableFields } from './wire.ts';

/** Messages whose rows are read by one statement. */
const ROWS_AT_ONCE = 256;

/** The stable parts of the given messages as JSON without braces, by id; deleted messages are missing. */
export type Fragments = ReadonlyMap<number, StablePart>;

/** Reads and serializes the fragments of one response. */
class FragmentMaker {
  readonly #context: QueryContext;
  readonly #format: MessageFormat;
  readonly #yielder = new Yielder();

  constructor(context: QueryContext, format: MessageFormat) {
    this.#context = context;
    this.#format = format;
  }

  /** The fragments of messages, portion by portion in the order of the ids; deleted messages are missing. */
  async *of(ids: readonly number[]): AsyncGenerator<Fragments> {
    const { fragments: cache } = this.#context.state;
    const readAt = cache.stamp;
    const cached = new Map<number, StablePart>();
    const missing: number[] = [];
    for (const id of ids) {
      const fragment = cache.get(id, this.#format.applyMarkdown);
      if (fragment) cached.set(id, this.#formOf(fragment));
      else missing.push(id);
    }
    if (missing.length === 0) {
      yield cached;
      return;
    }
    // Many pages may be requested in one turn of the event loop.
    await this.#yielder.yieldIfDue();
    const rows = new Map<number, ContentRow>();
    for (const row of await contentRows(this.#context.reader, missing, this.#form)) rows.set(row.id, row);
    const attached = await submessageAndEditBytes(this.#context.reader, [...rows.values()]);
    const sizeOf = (id: number) => (rows.get(id)?.bytes ?? 0) + (attached.get(id) ?? 0);
    for (const portion of portionsOf(ids, sizeOf, limits.bytesPerTurn)) {
      await this.#yielder.yieldIfDue();
      const serialized = await this.#make(
        portion.flatMap((id) => rows.get(id) ?? []),
        readAt,
      );
      const result = new Map<number, StablePart>();
      for (const id of portion) {
        const fragment = cached.get(id) ?? serialized.get(id);
        if (fragment) result.set(id, fragment);
      }
      yield result;
    }
  }

  get #form(): 'html' | 'markdown' {
    return this.#format.applyMarkdown ? 'html' : 'markdown';
  }

  #formOf({ withEmptyTopic, withNamedTopic }: MessageFragment): StablePart {
    return this.#format.emptyTopicName ? withEmptyTopic : withNamedTopic;
  }

  async #make(rows: readonly ContentRow[], readAt: number): Promise<Map<number, StablePart>> {
    const { reader, state } = this.#context;
    const { applyMarkdown } = this.#format;
    const long = rows.filter(({ text }) => text === null).map(({ id }) => id);
    const contents = await contentsOf(reader, long, this.#form);
    const partsOf = await this.#partsOf(rows);
    const result = new Map<number, StablePart>();
    for (const row of rows) {
      const text = row.text ?? contents.get(row.id);
      if (text === undefined) continue;
      const fragment = fragmentOf(row, { text, isHtml: applyMarkdown }, partsOf(row.id));
      state.fragments.set(row.id, applyMarkdown, fragment, readAt);
      result.set(row.id, this.#formOf(fragment));
    }
    return result;
  }

  /** The rows attached to messages, as far as the organization's policy shows them. */
  async #partsOf(rows: readonly ContentRow[]): Promise<(id: number) => MessageParts> {
    const { reader, state } = this.#context;
    const policy = state.organization.settings.message_edit_history_visibility_policy;
    const idsWith = (column: 'has_reaction' | 'has_submessage' | 'has_edits') =>
      rows.filter((row) => row[column] === 1).map((row) => row.id);
    const [reactions, submessages, edits] = await Promise.all([
      reactionsByMessage(reader, idsWith('has_reaction')),
      submessagesByMessage(reader, idsWith('has_submessage')),
      editsByMessage(reader, policy === 'none' ? [] : idsWith('has_edits')),
    ]);
    return (id) => ({
      reactions: reactions.get(id) ?? [],
      submessages: submessages.get(id) ?? [],
      edits: visibleEdits(edits.get(id) ?? [], policy),
    });
  }
}

function stablePartOf(
  row: ContentRow,
  content: MessageContent,
  parts: MessageParts,
  emptyTopicName: boolean,
): StablePart {
  const json = JSON.stringify(stableFields(row, content, parts, emptyTopicName));
  return new StablePart(json.slice(1, -1));
}

function fragmentOf(row: ContentRow, content: MessageContent, parts: MessageParts): MessageFragment {
  const withEmptyTopic = stablePartOf(row, content, parts, true);
  const isSame = parts.edits.every((edit) => edit.prev_topic !== '' && edit.topic !== '');
  return {
    withEmptyTopic,
    withNamedTopic: isSame ? withEmptyTopic : stablePartOf(row, content, parts, false),
  };
}

/** The stable parts of messages, portion by portion in the order of the ids. Reads no further than its caller does. */
export async function* stableFragments(
  context: QueryContext,
  ids: readonly number[],
  format: MessageFormat,
): AsyncGenerator<Fragments> {
  const maker = new FragmentMaker(context, format);
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    yield* maker.of(ids.slice(from, from + ROWS_AT_ONCE));
  }
}
