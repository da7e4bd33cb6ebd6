// The keyboard shortcuts of the client: the app acts on this table and the shortcuts dialog lists it. They
// match those of other clients of this API. None applies while the user types. Keys of lists of conversations have
// another meaning elsewhere.

/** The keys of each action: `k`, `Shift+k`, `Ctrl+.`; a character that some layouts type with Shift is written without it. */
export const bindings = {
  // These apply in lists of conversations, before all others.
  rowDone: ['e'],
  rowLater: ['h'],
  rowMute: ['m'],
  rowFollow: ['f'],
  rowReply: ['r'],
  rowUndo: ['z'],
  allDone: ['Shift+e'],

  up: ['ArrowUp', 'k'],
  down: ['ArrowDown', 'j'],
  first: ['Home'],
  last: ['End', 'Shift+g'],
  pageUp: ['PageUp', 'Shift+k'],
  pageDown: ['PageDown', 'Shift+j', ' '],
  nextUnreadTopic: ['n'],
  nextUnreadFollowed: ['Shift+n'],
  nextUnreadDirect: ['p'],
  previousChannel: ['Shift+a'],
  nextChannel: ['Shift+d'],
  historyBack: ['Alt+ArrowLeft'],
  historyForward: ['Alt+ArrowRight'],

  combined: ['a'],
  recent: ['t'],
  inbox: ['Shift+i'],
  starred: ['*'],
  allDirect: ['Shift+p'],
  toggleChannelTopic: ['s'],
  topicsOfChannel: ['y'],
  nearMessage: ['z'],
  composingTo: ['Ctrl+.'],
  drafts: ['d'],

  reply: ['r', 'Enter'],
  replyToSender: ['Shift+r'],
  replyMentioning: ['@'],
  quote: ['>'],
  forward: ['<'],
  editLast: ['ArrowLeft'],
  newTopic: ['c'],
  newDirect: ['x'],

  edit: ['e'],
  move: ['m'],
  messageMenu: ['i'],
  openMedia: ['v'],
  senderCard: ['u'],
  react: [':'],
  firstReaction: ['='],
  thumbsUp: ['+'],
  collapse: ['-'],
  star: ['Ctrl+s'],
  unreadFromHere: ['Shift+u'],
  readReceipts: ['Shift+v'],
  editHistory: ['Shift+h'],

  markRead: ['Shift+e'],
  muteTopic: ['Shift+m'],
  toggleSubscription: ['Shift+s'],

  palette: ['Ctrl+k'],
  search: ['/'],
  filterSidebar: ['q'],
  filterPeople: ['w'],
  ownStatus: ['Shift+y'],
  menu: ['g'],
  shortcuts: ['?'],
  leave: ['Escape', 'Ctrl+['],
} as const satisfies Readonly<Record<string, readonly string[]>>;

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

const all = Object.entries<readonly string[]>(bindings) as [Action, readonly string[]][];

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

/** The actions of a key, with the actions of lists first. The first applicable action is performed. */
export function actionsFor(pressed: Pressed): Action[] {
  const name = keyName(pressed);
  return all.flatMap(([action, keys]) => (keys.includes(name) ? [action] : []));
}

/** Whether it is a single key, which people who use speech input want to switch off (WCAG 2.1.4). */
export function isSingleKey(pressed: Pressed): boolean {
  return !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey && pressed.key.length === 1;
}
