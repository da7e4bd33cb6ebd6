// Dialogs with an address of their own, for links, emails and other clients. They open over the current view.

/** The name of each in its address, and who may open it; `everyone` includes people who are not logged in. */
export const addressedDialogs = {
  'keyboard-shortcuts': 'everyone',
  'message-formatting': 'everyone',
  'search-operators': 'everyone',
  'about-zulip': 'everyone',
  about: 'everyone',
  invite: 'members',
  'channels/new': 'members',
  // The installed client offers this and `compose` as shortcuts of the app.
  search: 'everyone',
  // The service worker leads here if the browser could not store the shared content.
  'share-failed': 'members',
  compose: 'members',
} as const;

export type AddressedDialog = keyof typeof addressedDialogs;

export const isAddressedDialog = (name: string): name is AddressedDialog =>
  Object.hasOwn(addressedDialogs, name);
