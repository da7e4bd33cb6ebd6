// What CHANGELOG.md says of releases: what is not released yet, what a release brought, and how the one becomes the other.

const WAITING = '## Not released yet';

/** The numbers of a version, or undefined where it is none. */
export function versionOf(text) {
  const match = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(text);
  return match?.slice(1).map(Number);
}

/** The versions that may follow one: the next fault mended, the next addition, the next break. */
export function nextVersions(version) {
  const [major, minor, patch] = versionOf(version) ?? [];
  if (major === undefined) return [];
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
}

/** The sections of the changelog, by their headings: from where to where each stands, without its heading. */
function sections(text) {
  const headings = [...text.matchAll(/^## (.+)$/gm)];
  return headings.map((match, index) => ({
    heading: match[1].trim(),
    from: match.index + match[0].length,
    to: headings[index + 1]?.index ?? text.length,
  }));
}

/** What is not released yet; undefined where there is no such section. */
export function notReleased(text) {
  const found = sections(text).find(({ heading }) => `## ${heading}` === WAITING);
  return found && text.slice(found.from, found.to).trim();
}

/** The newest version that was released; undefined where there was none. */
export function newestRelease(text) {
  for (const { heading } of sections(text)) {
    const [version = ''] = heading.split(' ');
    if (versionOf(version)) return version;
  }
  return undefined;
}

/** What a release brought; undefined where the changelog does not know it. */
export function notesOf(text, version) {
  const found = sections(text).find(({ heading }) => heading.split(' ')[0] === version);
  return found && text.slice(found.from, found.to).trim();
}

/** The changelog once what is not released yet is released. */
export function withRelease(text, version, date) {
  return text.replace(WAITING, `${WAITING}\n\n## ${version} (${date})`);
}

/** Notes whose links to files of the project lead to where those are read; others stay. */
export function withLinksTo(notes, base) {
  return notes.replaceAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_link, path) => `](${base}/${path})`);
}
