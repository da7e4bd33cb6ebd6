// Dialogs with an address of their own, for links, emails and other clients. They open over the current view.

/** The name of each in its address, and whether somebody who is not logged in may open it. */
export const addressedDialogs = {
  'keyboard-shortcuts': true,
  'message-formatting': true,
  'search-operators': true,
  'about-zulip': true,
  about: true,
  invite: false,
  'channels/new': false,
  // The installed client offers this and `compose` as shortcuts of the app.
  search: true,
  // The service worker leads here if the browser could not store the shared content.
  'share-failed': false,
  compose: false,
} as const;

export type AddressedDialog = keyof typeof addressedDialogs;

export const isAddressedDialog = (name: string): name is AddressedDialog =>
  Object.hasOwn(addressedDialogs, name);
