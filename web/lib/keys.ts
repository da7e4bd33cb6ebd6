// The keyboard shortcuts of the client: the app acts on this table and the shortcuts dialog lists it. They
// match those of other clients of this API. None applies while the user types.

export const keyGroups = ['moving', 'views', 'writing', 'message', 'conversation', 'general'] as const;
export type KeyGroup = (typeof keyGroups)[number];

interface Binding {
  readonly group: KeyGroup;
  /** `k`, `Shift+k`, `Ctrl+.`; a character that some layouts type with Shift is written without it. */
  readonly keys: readonly string[];
}

export const bindings = {
  up: { group: 'moving', keys: ['ArrowUp', 'k'] },
  down: { group: 'moving', keys: ['ArrowDown', 'j'] },
  first: { group: 'moving', keys: ['Home'] },
  last: { group: 'moving', keys: ['End', 'Shift+g'] },
  pageUp: { group: 'moving', keys: ['PageUp', 'Shift+k'] },
  pageDown: { group: 'moving', keys: ['PageDown', 'Shift+j', ' '] },
  nextUnreadTopic: { group: 'moving', keys: ['n'] },
  nextUnreadFollowed: { group: 'moving', keys: ['Shift+n'] },
  nextUnreadDirect: { group: 'moving', keys: ['p'] },
  previousChannel: { group: 'moving', keys: ['Shift+a'] },
  nextChannel: { group: 'moving', keys: ['Shift+d'] },
  historyBack: { group: 'moving', keys: ['Alt+ArrowLeft'] },
  historyForward: { group: 'moving', keys: ['Alt+ArrowRight'] },

  combined: { group: 'views', keys: ['a'] },
  recent: { group: 'views', keys: ['t'] },
  inbox: { group: 'views', keys: ['Shift+i'] },
  starred: { group: 'views', keys: ['*'] },
  allDirect: { group: 'views', keys: ['Shift+p'] },
  toggleChannelTopic: { group: 'views', keys: ['s'] },
  topicsOfChannel: { group: 'views', keys: ['y'] },
  nearMessage: { group: 'views', keys: ['z'] },
  composingTo: { group: 'views', keys: ['Ctrl+.'] },
  drafts: { group: 'views', keys: ['d'] },

  reply: { group: 'writing', keys: ['r', 'Enter'] },
  replyToSender: { group: 'writing', keys: ['Shift+r'] },
  replyMentioning: { group: 'writing', keys: ['@'] },
  quote: { group: 'writing', keys: ['>'] },
  forward: { group: 'writing', keys: ['<'] },
  editLast: { group: 'writing', keys: ['ArrowLeft'] },
  newTopic: { group: 'writing', keys: ['c'] },
  newDirect: { group: 'writing', keys: ['x'] },

  edit: { group: 'message', keys: ['e'] },
  move: { group: 'message', keys: ['m'] },
  messageMenu: { group: 'message', keys: ['i'] },
  openMedia: { group: 'message', keys: ['v'] },
  senderCard: { group: 'message', keys: ['u'] },
  react: { group: 'message', keys: [':'] },
  firstReaction: { group: 'message', keys: ['='] },
  thumbsUp: { group: 'message', keys: ['+'] },
  collapse: { group: 'message', keys: ['-'] },
  star: { group: 'message', keys: ['Ctrl+s'] },
  unreadFromHere: { group: 'message', keys: ['Shift+u'] },
  readReceipts: { group: 'message', keys: ['Shift+v'] },
  editHistory: { group: 'message', keys: ['Shift+h'] },

  markRead: { group: 'conversation', keys: ['Shift+e'] },
  muteTopic: { group: 'conversation', keys: ['Shift+m'] },
  toggleSubscription: { group: 'conversation', keys: ['Shift+s'] },

  palette: { group: 'general', keys: ['Ctrl+k'] },
  search: { group: 'general', keys: ['/'] },
  filterSidebar: { group: 'general', keys: ['q'] },
  filterPeople: { group: 'general', keys: ['w'] },
  ownStatus: { group: 'general', keys: ['Shift+y'] },
  menu: { group: 'general', keys: ['g'] },
  shortcuts: { group: 'general', keys: ['?'] },
  leave: { group: 'general', keys: ['Escape', 'Ctrl+['] },
} as const satisfies Readonly<Record<string, Binding>>;

/** The action of a shortcut. */
export type Action = keyof typeof bindings;

/** The part of a keyboard event that identifies the key. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const actions = new Map<string, Action>(
  Object.entries<Binding>(bindings).flatMap(([action, { keys }]) =>
    keys.map((key): [string, Action] => [key, action as Action]),
  ),
);

const letter = /^\p{L}$/u;

/** The Latin letter of a key: by its position if the layout has no Latin letters. */
function latinLetter({ key, code }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** The key as written in the table. */
export function keyName(pressed: Pressed): string {
  const isLetter = letter.test(pressed.key);
  const key = isLetter ? latinLetter(pressed) : pressed.key;
  // With Shift, a key other than a letter types another character; named keys (`Home`) are longer than one
  // character.
  const showsShift = pressed.shiftKey && (isLetter || key.length > 1 || key === ' ');
  return [
    pressed.ctrlKey || pressed.metaKey ? 'Ctrl+' : '',
    pressed.altKey ? 'Alt+' : '',
    showsShift ? 'Shift+' : '',
    key,
  ].join('');
}

/** The action of a key; undefined if it has none. */
export function actionFor(pressed: Pressed): Action | undefined {
  return actions.get(keyName(pressed));
}

/** Whether it is a single key, which people who use speech input want to switch off (WCAG 2.1.4). */
export function isSingleKey(pressed: Pressed): boolean {
  return !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey && pressed.key.length === 1;
}
