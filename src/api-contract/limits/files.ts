// Limits of uploads, pictures, and external content in messages.

import { MEBIBYTE } from './mebibyte.ts';

export const fileLimits = {
  fileMegabytes: 25,
  fileNameCodePoints: 150,
  /** The size up to which a file that arrives in a request body stays in memory. */
  fileBytesInMemory: 256 * 1024,
  /** Files arriving in request bodies at a time, in total and from one account. */
  filesArriving: 200,
  filesArrivingPerAccount: 10,
  /** Free disk space reserved for messages, below which uploads stop: the smaller of the two. */
  diskReserveShare: 0.05,
  diskReserveBytes: 1024 * MEBIBYTE,
  /** A resumable upload that is incomplete after this time is removed. */
  unfinishedUploadHours: 24,
  unfinishedUploadsPerAccount: 20,
  unfinishedUploads: 1000,
  /** Files of requests that were interrupted by a server crash are removed after this time. */
  abandonedFileHours: 1,
  /** An upload that no message links to is removed after this time. */
  unclaimedUploadDays: 35,
  /** How long a temporary address of an upload is valid. */
  temporaryLinkSeconds: 60,
  /** How often anonymous viewers may load one upload per day. */
  anonymousLoadsPerUploadAndDay: 1000,
  /** The longest recording whose length and waveform are stored: that of a voice message. */
  recordingSeconds: 15 * 60,
  avatarMegabytes: 5,
  emojiMegabytes: 5,
  iconMegabytes: 5,
  /** Larger pictures are rejected, or stored as ordinary files; phone cameras have 50 million pixels. */
  imagePixels: 52_000_000,
  /** The frames of an animated picture. */
  imageFrames: 1000,
  /** The time and memory for decoding and scaling one picture, outside the event loop. */
  imageSeconds: 20,
  imageMegabytes: 640,
  /** Pictures scaled at a time, and pictures waiting for that: as many as can arrive. */
  imagesAtOnce: 2,
  imagesWaiting: 200,
  /** One external picture or video in a message: its size, and the time and redirects for fetching it. */
  externalMediaBytes: 10 * MEBIBYTE,
  externalMediaSeconds: 10,
  externalMediaRedirects: 4,
  /**
   * Concurrent fetches in total and from one host, and those of one host including waiting ones: a page of GIFs for two
   * people, whose provider has one host.
   */
  externalMediaAtOnce: 16,
  externalMediaPerHostAtOnce: 4,
  externalMediaPerHost: 48,
  /** Total size of cached external media on disk, and how long each is cached. */
  externalMediaCachedBytes: 256 * MEBIBYTE,
  externalMediaCachedSeconds: 7 * 86_400,
  /** How long an address that failed is not tried again, and how many such addresses are remembered. */
  externalMediaFailedSeconds: 60,
  externalMediaFailures: 10_000,
  /** The size of a linked page, and how much of it is read; the page's head must be within this part. */
  linkPreviewBytes: 2 * MEBIBYTE,
  linkPreviewCharacters: 256 * 1024,
  /** The size of a page's oEmbed document. */
  oembedBytes: 64 * 1024,
  /** The time for fetching each of the two. */
  linkPreviewFetchSeconds: 10,
  linkPreviewTitleCharacters: 200,
  linkPreviewDescriptionCharacters: 500,
  linkPreviewAddressCharacters: 2000,
  /** How long a preview is cached, and how long the absence of one. */
  linkPreviewSeconds: 7 * 86_400,
  linkPreviewMissingSeconds: 3600,
} as const;
