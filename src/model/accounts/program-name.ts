// A readable name for the program that someone logs in with, taken from its user agent, which it can set to anything.

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

/** Longer user agents contain nothing useful beyond this. */
const READ_CHARACTERS = 500;

function firstIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/**
 * For example `Firefox (Linux)`, `ZulipMobile (Android)` or `curl`; `API` if the user agent does not name a program.
 */
export function programName(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, READ_CHARACTERS);
  const isBrowser = agent.startsWith('Mozilla/');
  const firstWord = /^[A-Za-z][\w.-]{0,29}/.exec(agent)?.[0];
  const name = (isBrowser ? firstIn(browsers, agent) : firstWord) ?? 'API';
  const system = firstIn(systems, agent);
  return system === undefined ? name : `${name} (${system})`;
}
