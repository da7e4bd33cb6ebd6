// Bounds: uploads and pictures, and what messages show of other servers.

import { MEBIBYTE } from './mebibyte.ts';

export const fileLimits = {
  fileMegabytes: 25,
  fileNameCodePoints: 150,
  /** Files that arrive in the bodies of requests at the same moment, and of them from one account. */
  filesArriving: 200,
  filesArrivingPerAccount: 10,
  /** Uploads stop while so much of the disk is still free, so that messages can be saved: the smaller of the two. */
  diskReserveShare: 0.05,
  diskReserveBytes: 1024 * MEBIBYTE,
  /** An upload in parts is given up when it is not complete after so long. */
  unfinishedUploadHours: 24,
  unfinishedUploadsPerAccount: 20,
  unfinishedUploads: 1000,
  /** A file whose request ended with its server is cleared away after so long. */
  abandonedFileHours: 1,
  /** An upload that no message links is removed after so long. */
  unclaimedUploadDays: 35,
  /** How long an address holds that leads to an upload without credentials. */
  temporaryLinkSeconds: 60,
  /** How often visitors may load one upload a day. */
  visitsPerUploadAndDay: 1000,
  avatarMegabytes: 5,
  emojiMegabytes: 5,
  iconMegabytes: 5,
  /** Pictures with more are refused, or kept as files of any kind; the cameras of phones have 50 million. */
  imagePixels: 52_000_000,
  /** Of a picture that moves. */
  imageFrames: 1000,
  /** To read and scale one picture, beside the event loop. */
  imageSeconds: 20,
  imageMegabytes: 640,
  /** Pictures that are scaled at the same moment, and that wait for it: all that may arrive. */
  imagesAtOnce: 2,
  imagesWaiting: 200,
  /** Pictures and films from elsewhere that messages show: of each, and to fetch it. */
  externalMediaBytes: 10 * MEBIBYTE,
  externalMediaSeconds: 10,
  externalMediaRedirects: 4,
  /** That are fetched at the same moment, of them of one host, and with those of the host that wait for these. */
  externalMediaAtOnce: 16,
  externalMediaPerHostAtOnce: 4,
  externalMediaPerHost: 16,
  /** Of all that are kept on the server's disk, and how long one is. */
  externalMediaKeptBytes: 256 * MEBIBYTE,
  externalMediaKeptSeconds: 7 * 86_400,
  /** How long an address is left alone that gave nothing, and how many such are remembered. */
  externalMediaFailedSeconds: 60,
  externalMediaFailures: 10_000,
  /** Of a linked page; its head stands within so many of its first characters. */
  linkPreviewBytes: 2 * MEBIBYTE,
  linkPreviewCharacters: 256 * 1024,
  /** Of what a page leads to that describes it (oEmbed). */
  oembedBytes: 64 * 1024,
  /** For each of the two. */
  linkPreviewFetchSeconds: 10,
  linkPreviewTitleCharacters: 200,
  linkPreviewDescriptionCharacters: 500,
  linkPreviewAddressCharacters: 2000,
  /** For how long what was found is shown without another look, and that there was nothing is believed. */
  linkPreviewSeconds: 7 * 86_400,
  linkPreviewMissingSeconds: 3600,
} as const;
