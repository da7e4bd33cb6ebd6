// What somebody logs in with, in words for them: told by its user agent, which may say whatever it likes.

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iOS)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X|macOS)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer ones say nothing more. */
const READ_CHARACTERS = 500;

function firstIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** `Firefox (Linux)`, `ZulipMobile (Android)`, `curl`; `API` for one that tells nothing. */
export function programName(userAgent: string | undefined): string {
  const told = (userAgent ?? '').slice(0, READ_CHARACTERS);
  const isBrowser = told.startsWith('Mozilla/');
  const own = /^[A-Za-z][\w.-]{0,29}/.exec(told)?.[0];
  const name = (isBrowser ? firstIn(browsers, told) : own) ?? 'API';
  const system = firstIn(systems, told);
  return system === undefined ? name : `${name} (${system})`;
}
