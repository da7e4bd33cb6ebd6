// Equivalent changes: those without an observable effect that `mutations.mjs` cannot recognize by their form, each with its
// reason. Keep the list short: remove lines without an effect, and test those that have one.

const NEVER_READ = 'it is written before it is read';
const SAVES_WORK = 'it only avoids repeated work';
const FALLS_SILENT = 'only a network that is silent for hours would show it';
const IS_COLLECTED = 'it is closed when it is garbage collected';
const SECOND_MORE = 'it is a time, and a difference of a second is not observable';
const NEVER_THROWN = 'nothing there throws another error';
const FREES_MEMORY = 'it only decides when memory is freed';
const NEVER_MISSING = 'the value is never missing';
const ONE_MORE = 'it is a size, and a difference of one is not observable';

const BYTES =
  "return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 8);";

/** The file, the start of the line, what it becomes (empty: removed; undefined: anything), and the reason. */
const EQUIVALENTS = [
  ['src/storage/write-ahead-log.ts', '#left = 0;', undefined, NEVER_READ],
  ['src/storage/write-ahead-log.ts', '#size = 0;', undefined, NEVER_READ],
  ['src/storage/postgres.ts', 'keepAlive: true,', undefined, FALLS_SILENT],
  ['src/storage/postgres-listener.ts', 'const client = new pg.Client(', undefined, FALLS_SILENT],
  ['src/storage/rows/postgres-rows.ts', 'const client = new pg.Client(', undefined, FALLS_SILENT],
  [
    'src/storage/postgres-clock.ts',
    '? `The clock of this machine is',
    undefined,
    'small differences are not reported',
  ],
  ['src/storage/bulk.ts', 'let characters = 0;', undefined, ONE_MORE],
  ['src/storage/bulk.ts', 'characters = 0;', undefined, ONE_MORE],
  [
    'src/storage/write-ahead-log.ts',
    'this.#size = frames === moved ? 0',
    'this.#size = frames === moved ? 1 : frames * this.#pageBytes;',
    ONE_MORE,
  ],
  [
    'src/storage/rows/postgres-rows.ts',
    'const bytes = rows.reduce(',
    'const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 1);',
    ONE_MORE,
  ],
  ['src/storage/rows/postgres-rows.ts', 'count = Math.max(1,', undefined, ONE_MORE],
  ['src/storage/rows/postgres-rows.ts', 'return row.reduce<number>(', BYTES.replace('8);', '9);'), ONE_MORE],
  ['src/storage/rows/postgres-rows.ts', 'return row.reduce<number>(', BYTES.replace(': 8', ': 9'), ONE_MORE],
  [
    'src/storage/migrations/migrate.ts',
    'if (applied.has(5)',
    'if (applied.has(5) || !applied.has(7)) return applied;',
    'that release had both',
  ],
  [
    'src/storage/postgres-listener.ts',
    '#isClockRight = false;',
    undefined,
    'a listener reports its state at once',
  ],
  [
    'src/events/waiting-queues.ts',
    'if (accountIds.size <= this.#byAccount.size) {',
    'if (accountIds.size < this.#byAccount.size) {',
    'both branches find the same',
  ],
  ['src/events/poll-wakeup.ts', 'if (!waiter) continue;', '', 'a chosen queue has a waiter'],
  [
    'src/events/poll-wakeup.ts',
    'if (queues.length > SLICE)',
    'if (queues.length >= SLICE) setImmediate(() => this.#scan(queues.slice(SLICE)));',
    'after a slice that is exactly full, none are left to scan',
  ],
  [
    'src/events/polls.ts',
    'else if (this.#deps.tail.head > cursor.scanned)',
    undefined,
    'it only saves a query of the log',
  ],
  [
    'src/events/queue-store.ts',
    'while (high - low > 1) {',
    'while (high - low > 2) {',
    'positions are sixteen apart',
  ],
  ['src/events/polls.ts', 'lookups: 0,', undefined, 'it only saves queries of the log'],
  ['src/events/views/message.ts', 'stableFields(', undefined, 'a new message has no edits'],
  ['src/events/views/update-message.ts', 'preparing.set(entry, work);', '', SAVES_WORK],
  ['src/events/snapshot/channels.ts', 'seenBy.set(request, seen);', '', SAVES_WORK],
  [
    'src/stores/channels/channel-change-rules.ts',
    '.limit(1)',
    '.limit(2)',
    'only the first is used, the others are only read',
  ],
  [
    'src/model/linkifiers/linkifier-rules.ts',
    'compileLinkifier({ id: 0',
    undefined,
    'the id is not used when a linkifier is only tested',
  ],
  ['src/storage/sqlite.ts', 'await directory.sync()', undefined, 'only a power failure would show it'],
  ['src/storage/sqlite.ts', 'await directory.close();', undefined, IS_COLLECTED],
  ['src/storage/rows/own-tables.ts', 'rows.close();', '', IS_COLLECTED],
  ['src/storage/rows/sqlite-rows.ts', 'raw.close();', '', IS_COLLECTED],
  [
    'src/integrations/event-subscriptions/event-worker.ts',
    'return 0;',
    'return 1;',
    'both times are in the past',
  ],
  [
    'src/integrations/push/computer-activity.ts',
    'return (this.#polls',
    'return (this.#polls.get(accountId) ?? this.#now) + POLLED_WITHIN_SECONDS + 2;',
    SECOND_MORE,
  ],
  [
    'src/integrations/incoming-mail/mail-rate.ts',
    'const received = (this.#received.get(',
    'const received = (this.#received.get(organizationId) ?? []).filter((moment) => moment >= now - LONGEST);',
    'no rule counts a mail of that age',
  ],
  [
    'src/integrations/web-push/web-push-message.ts',
    'if (remainingSeconds <= 0 ||',
    'if (remainingSeconds <= 1 || !hub.state.account(accountId)?.isActive) return undefined;',
    SECOND_MORE,
  ],
  [
    'src/integrations/sign-in/section.ts',
    'schema: {',
    undefined,
    'nothing reads the schema of a configuration file',
  ],
  [
    'src/integrations/incoming-mail/quoted-mail.ts',
    'for (let at = index; at < lines.length',
    'for (let at = index; at <= lines.length && at < index + 2 * maximum && found.length < maximum; at++) {',
    'a line after the last one counts as empty',
  ],
  [
    'src/integrations/incoming-mail/calendar/time-zones.ts',
    'return onsets.find(',
    'return onsets.find((onset) => onset <= wall && onset > start && onset <= until + 86_400_000) ?? start;',
    'without an onset it is the start',
  ],
  [
    'src/integrations/sign-in/ldap-connection.ts',
    'if (bytes <= maximum) return;',
    'if (bytes < maximum) return;',
    ONE_MORE,
  ],
  [
    'src/integrations/webhooks/webhook-worker.ts',
    'if (!(error instanceof UnreadableAnswerError)) throw error;',
    '',
    NEVER_THROWN,
  ],
  [
    'src/integrations/webhooks/webhook-request.ts',
    'const { content_type: _kind',
    'const { content_type: _kind, ...stable } = stableFields(message, contentOf(message, false), noParts, true);',
    'a message that has just been sent has no edits',
  ],
  [
    'src/integrations/webhooks/webhook-reply.ts',
    'return error instanceof ApiError && error.status < 500;',
    'return error instanceof ApiError && error.status <= 500;',
    'no such error has the status 500',
  ],
  [
    'src/integrations/incoming-mail/quoted-html.ts',
    "if (kind !== 'closed' || this.#openDepth === undefined",
    "if (kind !== 'closed' || this.#openDepth === undefined || depth > this.#openDepth) return;",
    'nothing is shown after these ends',
  ],
  [
    'src/actions/messages/send.ts',
    'has_mention_row: groups.length > 0',
    'has_mention_row: groups.length >= 0 || topicMentioned.length > 0 ? 1 : 0,',
    SAVES_WORK,
  ],
  [
    'src/actions/messages/erase-sent.ts',
    'writer.emit(wake);',
    '',
    'the job otherwise finds the order within a minute',
  ],
  ['src/actions/channels/group-visibility.ts', 'if (before.length === 0) return;', '', SAVES_WORK],
  ['src/actions/uploads/upload-events.ts', 'if (attachments.length === 0) return;', '', SAVES_WORK],
  ['src/actions/subscriptions/unsubscribe.ts', 'if (removed.size === 0) return { removed };', '', SAVES_WORK],
  [
    'src/jobs/missed-mail/missed-mail.ts',
    'if (now < this.#scanAllAt) return withNews;',
    'if (now <= this.#scanAllAt) return withNews;',
    SECOND_MORE,
  ],
  [
    'src/jobs/invitation-reminders.ts',
    'if (rows.length < BATCH || signal.aborted) return;',
    'if (rows.length <= BATCH || signal.aborted) return;',
    'the next run sends the others at once',
  ],
  [
    'src/server/data-directory.ts',
    'if (((await modeOf(path)) ?? 0) % 0o100 === 0) return [];',
    'if (((await modeOf(path)) ?? 1) % 0o100 === 0) return [];',
    'a missing directory has no files',
  ],
  ['src/jobs/missed-mail/edited-mentions.ts', 'if (edits.length === 0) return [];', '', SAVES_WORK],
  ['src/jobs/digest/content.ts', 'if (candidates.length === 0) return [];', '', SAVES_WORK],
  [
    'src/jobs/digest/busy-topics.ts',
    '.filter(({ createdAt, isArchived }) =>',
    '.filter(({ createdAt, isArchived }) => createdAt > since && !isArchived)',
    SECOND_MORE,
  ],
  [
    'src/jobs/scheduler.ts',
    'if (this.#running || moment >= this.#nextAt) return;',
    'if (this.#running || moment > this.#nextAt) return;',
    SAVES_WORK,
  ],
  [
    'src/jobs/missed-mail/collect.ts',
    '? { sequence: until, accountId: 0 }',
    '? { sequence: until, accountId: 1 }',
    'nothing before that log position is left',
  ],
  [
    'src/server/request-handler.ts',
    "return Number(headers['content-length'] ?? 0) > bytes;",
    "return Number(headers['content-length'] ?? 1) > bytes;",
    ONE_MORE,
  ],
  [
    'src/server/files/upload-errors.ts',
    'return isFrame || Math.abs(slope - y)',
    undefined,
    'it is a drawing',
  ],
  [
    'src/integrations/incoming-mail/incoming-mail.ts',
    'const reason = automaticReason(mail,',
    "const reason = automaticReason(mail, envelope.mailFrom === true ? '' : envelope.mailFrom.address);",
    'a mail without a sender has an empty address',
  ],
  [
    'src/integrations/incoming-mail/bounded-mail.ts',
    'if (this.#boundaries.size > 0 &&',
    'if (this.#boundaries.size >= 0 && this.#boundaryLine(start, end)) {',
    SAVES_WORK,
  ],
  [
    'src/integrations/incoming-mail/calendar/time-zones.ts',
    'const KNOWN = /(?:^|',
    String.raw`const KNOWN = /(?:^|\/)([A-Z][A-Za-z]{1,14}\/[A-Za-z_+-]{3,20}(?:\/[A-Za-z_+-]{2,20})?|UTC)$/;`,
    'no zone has so short a name',
  ],
  ['src/actions/messages/store-sent.ts', 'has_edits: 0,', undefined, SAVES_WORK],
  [
    'src/actions/exports/lease.ts',
    'if (!row || !isPending(row) || row.leased_until',
    'if (!row || !isPending(row) || row.leased_until >= writer.now) return undefined;',
    SECOND_MORE,
  ],
  ['src/jobs/missed-mail/sending.ts', 'if (messageId === undefined) return missed;', '', SAVES_WORK],
  ['src/server/server.ts', 'return this.#incomingMail?.port ?? 0;', undefined, 'only tests read it'],
  [
    'client/state/topics.ts',
    'return a.topic_name.toUpperCase()',
    'return a.topic_name.toUpperCase() <= b.topic_name.toUpperCase() ? -1 : 1;',
    'two policies of one topic are not compared',
  ],
  [
    'client/state/lists.ts',
    'const first = ids[0] ?? 0;',
    'const first = ids[0] ?? 1;',
    'no id is before the end of an empty list',
  ],
  [
    'client/state/messages.ts',
    "if (sent.type === 'stream') return",
    "if (sent.type === 'stream') return { channelId: sent.stream_id ?? 1, topic: sent.subject };",
    NEVER_MISSING,
  ],
  [
    'client/state/unread.ts',
    'return first === second ? 0 : first < second',
    'return first === second ? 0 : first <= second ? -1 : 1;',
    'they are not equal there',
  ],
  ['client/state/messages.ts', 'const deleted = new Set(event.message_ids', undefined, NEVER_MISSING],
  ['web/store/channel-topics.ts', 'this.#recent.clear();', '', FREES_MEMORY],
  ['web/store/channel-topics.ts', 'this.#recent.delete(oldest);', '', FREES_MEMORY],
  [
    'web/store/channel-topics.ts',
    'if (index >= 0) return index;',
    'if (index > 0) return index;',
    'the first topic is found either way',
  ],
  [
    'web/store/channel-topics.ts',
    'if (index >= 0) return index;',
    'if (index >= 1) return index;',
    'the first topic is found either way',
  ],
  [
    'web/store/read-marks.ts',
    'if (this.#pending.size > 0) void',
    'if (this.#pending.size >= 0) void this.#inTurn(() => this.#send());',
    'nothing is sent if nothing is pending',
  ],
  [
    'web/store/message-alerts.ts',
    'return own ?? state.user_settings?.[generalSettings[name]] ?? false;',
    undefined,
    NEVER_MISSING,
  ],
  ['web/store/message-lists.ts', 'this.#arrivals += 1;', undefined, FREES_MEMORY],
  ['web/store/message-lists.ts', '#arrivals = 0;', undefined, FREES_MEMORY],
  ['web/store/message-lists.ts', 'this.#arrivals = 0;', undefined, FREES_MEMORY],
  [
    'web/store/message-lists.ts',
    'if (this.#lists.size <= 1 || this.#listedIds()',
    'if (this.#lists.size <= 1 || this.#listedIds().size < MAX_MESSAGES / 2) break;',
    ONE_MORE,
  ],
  [
    'web/store/first-unread.ts',
    '(least, id) =>',
    '(least, id) => (least === undefined || id <= least ? id : least),',
    'equal ids are the same',
  ],
  ['web/lib/ranking.ts', 'foldedNames.set(name, text);', '', SAVES_WORK],
  ['web/data/cached-state.ts', 'const FORM = 1;', undefined, 'any number that no earlier version used'],
  ['web/data/cached-messages.ts', 'if (changedRecords.length === 0) return;', '', SAVES_WORK],
  ['web/data/cached-messages.ts', 'this.#index?.delete(name);', '', 'removing a record again does nothing'],
  [
    'web/data/cached-messages.ts',
    'const anchor = unread?.id',
    'const anchor = unread?.id ?? messages.at(-1)?.id ?? 1;',
    NEVER_MISSING,
  ],
  ['web/composer/composer.ts', '#isTouched = false;', undefined, NEVER_READ],
  ['web/composer/drafts.ts', 'return ids[0] ?? 0;', 'return ids[0] ?? 1;', NEVER_MISSING],
  ['web/composer/drafts.ts', 'const [to = 0] = same', undefined, NEVER_MISSING],
  [
    'web/composer/drafts.ts',
    'if (this.#isShared && this.#currentId(id) < 0) await',
    'if (this.#isShared && this.#currentId(id) < 1) await this.#inOneTab(async () => deleteLocal());',
    'no draft has the id zero',
  ],
  [
    'web/composer/drafts.ts',
    'if (this.#currentId(id) > 0) {',
    'if (this.#currentId(id) > 1) {',
    'the same is done within the lock',
  ],
  [
    'web/composer/video-call.ts',
    'return provider === JITSI',
    'return provider === JITSI ? Boolean(state.jitsi_server_url) : provider >= JITSI && provider <= VENDOR;',
    'the provider is another one',
  ],
  ['web/composer/local-drafts.ts', 'const [, at = 0] = (storage', undefined, 'both are long ago'],
  [
    'web/message-list/feed-controller.ts',
    'this.#rangeId = ids.at(-1)',
    'this.#rangeId = ids.at(-2) ?? this.#rangeId;',
    'any id of the range names it',
  ],
  [
    'web/composer/candidates.ts',
    'weight: addressed.has(id) ? 3',
    'weight: addressed.has(id) ? 4 : participants.has(id) ? 2 : isBot ? 0 : 1,',
    'weights are only compared',
  ],
  [
    'web/composer/form-keys.ts',
    "event.key === 'Enter' && !event.ctrlKey",
    "event.key === 'Enter' && !event.ctrlKey && !event.metaKey ? undefined : writingAction(event, true)?.kind;",
    'Ctrl+Enter sends in any case',
  ],
  [
    'web/message-list/cached-start.ts',
    "if (firstUnread === 'unknown') return undefined;",
    '',
    'only the compiler needs it: no range contains it',
  ],
  ['web/message-list/feed-controller.ts', '#isRetryable = false;', undefined, NEVER_READ],
  ['web/message-list/refetcher.ts', '#isPending = false;', undefined, NEVER_READ],
  [
    'web/message-list/feed-controller.ts',
    "this.#rangeId = start.kind === 'message'",
    "this.#rangeId = start.kind === 'message' ? start.id : (range.ids.at(-2) ?? Number.POSITIVE_INFINITY);",
    'any id of the range names it',
  ],
  [
    'web/message-list/feed-controller.ts',
    'return reachesNewest && this.#window.to >=',
    'return reachesNewest && this.#window.to >= (ids.at(-1) ?? 1);',
    'without ids the window is open',
  ],
  [
    'web/message-list/feed-controller.ts',
    'return reachesOldest && (ids[0] === undefined',
    'return reachesOldest && (ids[1] === undefined || this.#window.from <= ids[0]);',
    'the only message is in the document',
  ],
  [
    'web/message-list/unread-line.ts',
    'if (this.#unread.size <= ids.length) return;',
    'if (this.#unread.size < ids.length) return;',
    FREES_MEMORY,
  ],
];

/** Whether a change is listed. */
export const isEquivalent = (file, { line, becomes }) =>
  EQUIVALENTS.some(
    ([where, what, instead]) =>
      file === where && line.trim().startsWith(what) && (instead === undefined || becomes.trim() === instead),
  );
