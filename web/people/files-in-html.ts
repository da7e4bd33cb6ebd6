// The uploaded files to which a message links.

export interface LinkedFile {
  /** Its path on the server, `/user_uploads/…`. */
  readonly path: string;
  readonly name: string;
  readonly isPicture: boolean;
}

/** An escaped text cannot contain the start of a tag. */
const LINK = /<a\s[^>]*?href="(\/user_uploads\/[^"?#]+)/g;
const PICTURE = /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)$/i;

function nameOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The files of a rendered message, each once. */
export function filesInHtml(html: string): LinkedFile[] {
  const paths = new Set([...html.matchAll(LINK)].map(([, path = '']) => path.replaceAll('&amp;', '&')));
  return [...paths].map((path) => {
    const name = nameOf(path);
    return { path, name, isPicture: PICTURE.test(name) };
  });
}
