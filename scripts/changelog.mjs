// Reads the unreleased section and the notes of a release from CHANGELOG.md, and moves unreleased changes below a new
// version.

const UNRELEASED = '## Not released yet';

/** The three numbers of a version; undefined if the text is not a version. */
export function versionOf(text) {
  const match = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(text);
  return match?.slice(1).map(Number);
}

/** The versions that may follow a version: the next patch, minor and major version. */
export function nextVersions(version) {
  const [major, minor, patch] = versionOf(version) ?? [];
  if (major === undefined) return [];
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
}

/** The sections of the changelog: heading, and start and end of the text below it. */
function sections(text) {
  const headings = [...text.matchAll(/^## (.+)$/gm)];
  return headings.map((match, index) => ({
    heading: match[1].trim(),
    from: match.index + match[0].length,
    to: headings[index + 1]?.index ?? text.length,
  }));
}

/** The unreleased changes; undefined if the section is missing. */
export function notReleased(text) {
  const found = sections(text).find(({ heading }) => `## ${heading}` === UNRELEASED);
  return found && text.slice(found.from, found.to).trim();
}

/** The version of the latest release; undefined before the first. */
export function newestRelease(text) {
  for (const { heading } of sections(text)) {
    const [version = ''] = heading.split(' ');
    if (versionOf(version)) return version;
  }
  return undefined;
}

/** The notes of a release; undefined if the changelog has none. */
export function notesOf(text, version) {
  const found = sections(text).find(({ heading }) => heading.split(' ')[0] === version);
  return found && text.slice(found.from, found.to).trim();
}

/** The changelog with the unreleased changes moved to a release. */
export function withRelease(text, version, date) {
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${date})`);
}

/** Makes relative links absolute, below a base URL. */
export function withLinksTo(notes, base) {
  return notes.replaceAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_link, path) => `](${base}/${path})`);
}
