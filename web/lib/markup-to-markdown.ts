// Turns rendered markup back into Markdown, to quote a part of a message.

/** The part of a DOM node that is read. */
export interface MarkupNode {
  /** Upper case for elements, `#text` for texts. */
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<MarkupNode>;
  /** Undefined for nodes other than elements. */
  readonly getAttribute?: (name: string) => string | null;
}

const attribute = (node: MarkupNode, name: string) => node.getAttribute?.(name) ?? '';
const hasClass = (node: MarkupNode, name: string) => attribute(node, 'class').split(' ').includes(name);
const isElement = (node: MarkupNode) => node.getAttribute !== undefined;

/** The first descendant that matches, in the order of the document. */
function find(node: MarkupNode, fits: (node: MarkupNode) => boolean): MarkupNode | undefined {
  for (const child of node.childNodes) {
    const found = fits(child) ? child : find(child, fits);
    if (found) return found;
  }
  return undefined;
}

const blocks = /^(?:P|DIV|UL|OL|LI|BLOCKQUOTE|H[1-6]|HR|PRE|TABLE)$/;
const marks: Readonly<Record<string, string>> = { STRONG: '**', EM: '*', DEL: '~~' };

/** Spaces at the ends stay outside of a mark. */
function marked(text: string, mark: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return core === '' ? text : `${before}${mark}${core}${mark}${after}`;
}

/** Inline code, between more backticks than it has in a row. */
function code(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const inner = text.replace(/^`/, ' `').replace(/`$/, '` ');
  return text.trim() === '' ? text : `${fence}${inner}${fence}`;
}

function fenced(text: string, head: string): string {
  const longest = Math.max(2, ...(text.match(/^`{3,}/gm) ?? []).map((fence) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${head}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** A silent mention, so that no one is notified a second time. */
function mention(node: MarkupNode): string {
  const name = (node.textContent ?? '').replace(/^@/, '');
  if (hasClass(node, 'user-group-mention')) return `@_*${name}*`;
  const id = attribute(node, 'data-user-id');
  return /^\d+$/.test(id) ? `@_**${name}|${id}**` : `@_**${name}**`;
}

const isFormula = (node: MarkupNode) => node.nodeName.toLowerCase() === 'annotation';

/** A span or link with a meaning of its own; undefined for others. */
function inlineElement(node: MarkupNode, base: string): string | undefined {
  if (node.nodeName === 'BR') return '\n';
  if (node.nodeName === 'IMG') return hasClass(node, 'emoji') ? attribute(node, 'alt') : '';
  if (node.nodeName === 'AUDIO') return `![${attribute(node, 'title')}](${attribute(node, 'src')})`;
  // The controls of the client for the audio beside them.
  if (hasClass(node, 'voice-player')) return '';
  if (node.nodeName === 'CODE') return code(node.textContent ?? '');
  if (node.nodeName === 'TIME') return `<time:${attribute(node, 'datetime')}>`;
  if (hasClass(node, 'user-mention') || hasClass(node, 'user-group-mention')) return mention(node);
  if (hasClass(node, 'topic-mention')) return '@_**topic**';
  if (hasClass(node, 'katex')) {
    const formula = find(node, isFormula)?.textContent;
    return typeof formula === 'string' ? `$$${formula}$$` : undefined;
  }
  if (node.nodeName !== 'A') return undefined;
  const text = inline(node, base);
  if (hasClass(node, 'stream')) return `#**${text.replace(/^#/, '')}**`;
  if (hasClass(node, 'stream-topic')) return `#**${text.replace(/^#/, '').replace(' > ', '>')}**`;
  const hrefAttribute = attribute(node, 'href');
  const href = URL.canParse(hrefAttribute, base) ? new URL(hrefAttribute, base).href : hrefAttribute;
  return text === '' ? '' : text === href || text === hrefAttribute ? text : `[${text}](${href})`;
}

function inline(node: MarkupNode, base: string): string {
  let text = '';
  for (const child of node.childNodes) {
    // The renderer puts a line break after each element that stands for one.
    if (!isElement(child)) text += (child.textContent ?? '').replace(/^\n/, '');
    else {
      const mark = marks[child.nodeName];
      const inner = () => inline(child, base);
      text += mark ? marked(inner(), mark) : (inlineElement(child, base) ?? inner());
    }
  }
  return text;
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

function list(node: MarkupNode, base: string): string {
  let number = Number(attribute(node, 'start') || 1);
  const items = [...node.childNodes].filter(isElement).map((item) => {
    const mark = node.nodeName === 'OL' ? `${number++}. ` : '* ';
    return `${mark}${indented(content(item, base, '\n'), '  ')}`;
  });
  return items.join('\n');
}

function table(node: MarkupNode, base: string): string {
  const rows: string[][] = [];
  const visit = (part: MarkupNode) => {
    const children = [...part.childNodes].filter(isElement);
    if (part.nodeName === 'TR') rows.push(children.map((cell) => inline(cell, base).trim()));
    else children.forEach(visit);
  };
  visit(node);
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  lines.splice(1, 0, `|${'---|'.repeat(rows[0]?.length ?? 1)}`);
  return lines.join('\n');
}

function spoiler(node: MarkupNode, base: string): string {
  const part = (name: string) => find(node, (child) => hasClass(child, name));
  const [header, hidden] = [part('spoiler-header'), part('spoiler-content')];
  const title = header ? content(header, base).replaceAll('\n', ' ') : '';
  return fenced(hidden ? content(hidden, base) : '', `spoiler ${title}`);
}

function block(node: MarkupNode, base: string): string {
  const [, level] = /^H([1-6])$/.exec(node.nodeName) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${inline(node, base)}`;
  switch (node.nodeName) {
    case 'HR':
      return '---';
    case 'UL':
    case 'OL':
      return list(node, base);
    case 'TABLE':
      return table(node, base);
    case 'BLOCKQUOTE':
      return `> ${content(node, base).replaceAll('\n', '\n> ')}`;
    case 'PRE':
      return fenced(node.textContent ?? '', '');
    case 'DIV':
      if (hasClass(node, 'codehilite'))
        return fenced(node.textContent ?? '', attribute(node, 'data-code-language').toLowerCase());
      if (hasClass(node, 'spoiler-block')) return spoiler(node, base);
      // A preview of a link, which is in the text already.
      if (/message_inline_|message_embed/.test(attribute(node, 'class'))) return '';
      return content(node, base);
    default:
      return content(node, base);
  }
}

/** The Markdown of blocks and of the texts between them, with a separator between each two. */
function content(node: MarkupNode, base: string, separator = '\n\n'): string {
  const parts: string[] = [];
  let text: MarkupNode[] = [];
  const endText = () => {
    const markdown = inline({ nodeName: '', textContent: '', childNodes: text }, base).trim();
    if (markdown !== '') parts.push(markdown);
    text = [];
  };
  for (const child of node.childNodes) {
    if (!blocks.test(child.nodeName)) text.push(child);
    else {
      endText();
      const markdown = block(child, base);
      if (markdown !== '') parts.push(markdown);
    }
  }
  endText();
  return parts.join(separator);
}

/**
 * The Markdown of markup made by the renderer. Mentions become silent.
 * @param page the address of the page, on which links are based: without its query, which is only about this window
 */
export function markdownOf(markup: MarkupNode, page: string): string {
  const base = new URL(page);
  base.search = '';
  return content(markup, base.href);
}
