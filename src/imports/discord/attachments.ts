// Files and embeds of Discord messages. DiscordChatExporter can download files next to the messages; otherwise it
// writes their addresses at Discord.

import type { Row } from '../archive/row.ts';
import { cardText } from '../shaping/cards.ts';
import type { AttachedFile } from '../shaping/split-message.ts';
import { isWebAddress, linkTo } from '../shaping/web-links.ts';
import type { DiscordContext } from './context.ts';

/** The attachments and stickers of a message. */
export function filesOf(
  row: Row,
  createdAt: number,
  { fileAt, notes }: Pick<DiscordContext, 'fileAt' | 'notes'>,
): AttachedFile[] {
  const attached = row.records('attachments').map((attachment) => ({
    source: attachment,
    url: attachment.text('url', ''),
    name: attachment.text('fileName', '') || 'file',
  }));
  const stickers = row.records('stickers').map((sticker) => ({
    source: sticker,
    url: sticker.text('sourceUrl', ''),
    name: `${sticker.text('name', 'sticker')}.png`,
  }));
  return [...attached, ...stickers].flatMap(({ source, url, name }) => {
    const archivedFile = fileAt(url);
    if (!archivedFile && !isWebAddress(url)) {
      notes.add('files', 'they are missing from the archive');
      return [];
    }
    const file = archivedFile ?? { address: url };
    return [{ id: source.text('id', url), name, createdAt, file, url: archivedFile ? name : url }];
  });
}

/** A link to the picture of an embed, if it is on the web. */
function pictureOf(embed: Row): string {
  const image = embed.record('image');
  const address = image.text('canonicalUrl', '') || image.text('url', '');
  return isWebAddress(address) ? linkTo(address, 'picture') : '';
}

function embedText(embed: Row, read: (text: string) => string): string {
  return cardText({
    title: embed.text('title', ''),
    url: embed.text('url', ''),
    texts: [embed.record('author').text('name', ''), read(embed.text('description', ''))],
    fields: embed
      .records('fields')
      .map((field) => ({ name: read(field.text('name', '')), text: read(field.text('value', '')) })),
    footer: [embed.record('footer').text('text', ''), pictureOf(embed)].filter((part) => part).join('\n'),
  });
}

/** The texts of embeds, except previews of links in the text: those are generated again here. */
export function embedsOf(row: Row, text: string, read: (text: string) => string): string[] {
  return row
    .records('embeds')
    .filter((embed) => {
      const url = embed.text('url', '');
      return url === '' || !text.includes(url);
    })
    .map((embed) => embedText(embed, read));
}

const MAX_DEPTH = 4;

/** The links of buttons below a message; other buttons only worked at Discord. */
export function buttonLinks(row: Row, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  return row.records('components').flatMap((component) => {
    const url = component.text('url', '');
    return isWebAddress(url) ? [linkTo(url, component.text('label', ''))] : buttonLinks(component, depth + 1);
  });
}
