// What a measured page records about itself (`probe-script.mjs`): when events arrived and when the document
// changed, and when messages were shown.

import { fileURLToPath } from 'node:url';

/** What a page has recorded, in milliseconds since it was opened. */
export interface PageProbe {
  /** When answers to polls that contain events had been received. */
  readonly arrivals: number[];
  /** When the document last changed, within a tenth of a second after the last arrival. */
  changedAt: number;
  /** When the first message was painted. */
  shownAt: number | undefined;
  /** A text whose appearance in the feed is awaited, and the time of day when it appeared. */
  awaited: string | undefined;
  awaitedSince: number | undefined;
  /** The durations of handling key presses, with the rendering in the same task. */
  readonly keys: number[];
  /** The durations of frames while `isWatchingFrames`. */
  frames: number[];
  isWatchingFrames: boolean;
}

declare global {
  var pageProbe: PageProbe;
}

/** The script that installs `globalThis.pageProbe` in a page. */
export const probeScript = { path: fileURLToPath(new URL('probe-script.mjs', import.meta.url)) };
