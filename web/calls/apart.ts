// The window above other programs (Document Picture-in-Picture), where the browser offers it. The page may be hidden while
// that window shows the call.

interface DocumentPictureInPicture {
  readonly window: Window | null;
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>;
}

export const pictureInPicture = () =>
  (globalThis as { readonly documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture;

export const hasPictureInPicture = () => pictureInPicture() !== undefined;

/** Whether nothing of the call can be seen. */
export const isUnseen = () => document.hidden && !pictureInPicture()?.window;
