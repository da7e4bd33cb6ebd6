// GET /messages: the messages that match a narrow, around an anchor or among given ids. Anonymous viewers can
// read web-public channels.

import { boolean, id, integer, list, optional, shortText } from '../../api-contract/codec.ts';
import {
  badRequest,
  incompatibleParameters,
  missingParameter,
  notLoggedIn,
} from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type ParameterValues, withDefault } from '../../api-contract/parameter.ts';
import { anonymousFlags } from '../../model/messages/message-flags.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { messageSchema } from '../../model/messages/message-schema.ts';
import { readAnchor } from '../../narrow/anchor.ts';
import { matchFields } from '../../narrow/matches.ts';
import { parseNarrow, searchedStems } from '../../narrow/parse-narrow.ts';
import { planNarrow } from '../../narrow/plan.ts';
import { checkRange, fetchRange, type RangeRequest } from '../../narrow/range.ts';
import { Search } from '../../narrow/search.ts';
import type { Narrow } from '../../narrow/term.ts';
import { Walk } from '../../narrow/walk.ts';
import { narrow } from '../../narrow/wire-term.ts';
import { type MessageViewer, pageJson, subjectOf } from '../../queries/messages/page-json.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import type { Requester } from '../../queries/requester.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { PersonalView } from '../../stores/read-state/personal-flags.ts';
import { PreparedResult, type PublicContext, publicOperation } from '../operation.ts';
import { searchLimits } from './search-allowance.ts';

const count = integer({ minimum: 0 });

const parameters = {
  anchor: optionally(shortText, 'A message ID, `newest`, `oldest`, `first_unread` or `date`.', {
    encoding: 'either',
  }),
  anchor_date: optionally(
    shortText,
    'The ISO 8601 date or time for the anchor `date`, in UTC if it has no time zone.',
    {
      since: 445,
      encoding: 'either',
    },
  ),
  include_anchor: withDefault(boolean, true, 'Whether to include the anchor message.', {
    since: 155,
  }),
  num_before: optionally(
    count,
    'Number of messages with IDs below the anchor; 0 if only `num_after` is sent.',
  ),
  num_after: optionally(
    count,
    'Number of messages with IDs above the anchor; 0 if only `num_before` is sent.',
  ),
  narrow: withDefault(narrow, [], 'The narrow that messages must match.'),
  client_gravatar: withDefault(
    boolean,
    true,
    'Whether to send null instead of avatar URLs that the client can compute.',
    { aliases: ['client_extavatar'] },
  ),
  apply_markdown: withDefault(
    boolean,
    true,
    'Whether to send message content as HTML instead of Markdown source.',
  ),
  use_first_unread_anchor: withDefault(boolean, false, 'An older form of `anchor=first_unread`.'),
  message_ids: optionally(
    list(id),
    'The IDs of the messages to fetch, instead of a range. If they are too large for one response, the last ones are missing. Request those again.',
    { since: 300 },
  ),
  allow_empty_topic_name: withDefault(
    boolean,
    false,
    'Whether to send the empty topic as an empty string instead of a display name.',
    {
      since: 334,
    },
  ),
};

type Values = ParameterValues<typeof parameters>;

const rangeParameters = [
  'num_before',
  'num_after',
  'anchor',
  'message_ids',
  'include_anchor',
  'use_first_unread_anchor',
];

export const getMessages = publicOperation({
  name: 'get-messages',
  method: 'GET',
  path: '/messages',
  summary: 'Get messages that match a narrow.',
  access: 'spectator',
  errors: ['BAD_NARROW'],
  parameters,
  result: {
    anchor: optional(integer()),
    found_newest: boolean,
    found_oldest: boolean,
    found_anchor: boolean,
    history_limited: boolean,
    messages: list(messageSchema),
  },
  async handle(context, values) {
    const { state, actor } = context;
    if (!actor && !allowsAnonymousViewers(state)) throw notLoggedIn();
    const requester = await context.requester();
    const request = values.message_ids ? undefined : rangeOf(values);
    if (values.message_ids) checkIds(context, values.message_ids);
    const terms = await parseNarrow(requester, values.narrow);
    const found = request
      ? await fetchRequested(context, requester, terms, request)
      : await fetchIds(requester, terms, values.message_ids ?? []);
    const viewer: MessageViewer = {
      ...requester,
      format: {
        applyMarkdown: values.apply_markdown,
        clientGravatar: values.client_gravatar && actor !== undefined,
        emptyTopicName: values.allow_empty_topic_name,
      },
    };
    return answer(viewer, terms, found, context.takeLargeResponseSlot);
  },
});

function rangeOf(values: Values): RangeRequest {
  const { num_before: numBefore, num_after: numAfter } = values;
  // Clients that load in one direction leave the other number out.
  if (numBefore === undefined && numAfter === undefined) throw missingParameter('num_before');
  const request: RangeRequest = {
    anchor: readAnchor(values.anchor, values.anchor_date, values.use_first_unread_anchor),
    includeAnchor: values.include_anchor,
    numBefore: numBefore ?? 0,
    numAfter: numAfter ?? 0,
  };
  checkRange(request);
  return request;
}

/** A search for words may read much of an index; other narrows read about as much as they return. */
function fetchRequested(
  context: PublicContext,
  requester: Requester,
  terms: Narrow,
  request: RangeRequest,
): Promise<SearchResult> {
  const fetch = (reader: Reader) =>
    fetchRange({ ...requester, reader }, terms, request, searchLimits(context));
  if (!searchedStems(terms)) return fetch(requester.reader);
  const { database } = context.services;
  return database.longRead(requester.state.id, requester.state.sequence, fetch);
}

function checkIds({ sent }: PublicContext, ids: readonly number[]): void {
  if (rangeParameters.some((name) => name !== 'message_ids' && sent.has(name))) {
    throw incompatibleParameters(rangeParameters);
  }
  if (ids.length > limits.messagesPerPage) {
    throw badRequest(`Too many messages requested (maximum ${limits.messagesPerPage}).`);
  }
}

interface SearchResult {
  readonly heads: readonly MessageHead[];
  readonly views: ReadonlyMap<number, PersonalView>;
  readonly anchor?: number;
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

async function fetchIds(searcher: Requester, terms: Narrow, ids: readonly number[]): Promise<SearchResult> {
  const search = new Search(searcher, await planNarrow(searcher, terms, ids), new Walk());
  const { heads } = await search.nearest('newer', { low: 0, high: Number.MAX_SAFE_INTEGER }, ids.length);
  return {
    heads,
    views: await search.views(heads),
    foundAnchor: false,
    foundOldest: false,
    foundNewest: false,
  };
}

async function answer(
  viewer: MessageViewer,
  terms: Narrow,
  found: SearchResult,
  mayBeLarge: () => boolean,
): Promise<PreparedResult> {
  const { reader, format, account } = viewer;
  const stems = searchedStems(terms);
  const page = await pageJson(viewer, {
    heads: found.heads,
    anchor: found.anchor ?? 0,
    flagsOf: (messageId) => (account ? (found.views.get(messageId)?.flags ?? []) : anonymousFlags),
    matchesOf: stems && ((heads) => matchFields(reader, heads, stems, (head) => subjectOf(head, format))),
    mayBeLarge,
  });
  const foundNewest = found.foundNewest && !page.isCutAfter;
  const foundOldest = found.foundOldest && !page.isCutBefore;
  const anchor = found.anchor === undefined ? '' : `"anchor":${found.anchor},`;
  return new PreparedResult([
    `${anchor}"found_newest":${foundNewest},"found_oldest":${foundOldest},`,
    `"found_anchor":${found.foundAnchor},"history_limited":false,"messages":[`,
    ...page.pieces,
    ']',
  ]);
}
