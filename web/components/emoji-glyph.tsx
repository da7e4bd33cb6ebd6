// One emoji: its characters, or its picture.

export interface EmojiGlyphProps {
  readonly text?: string | undefined;
  readonly url?: string | undefined;
  readonly name: string;
}

export function EmojiGlyph({ text, url, name }: EmojiGlyphProps) {
  if (url !== undefined) return <img class="emoji" src={url} alt={`:${name}:`} loading="lazy" />;
  return (
    <span class="emoji" aria-hidden="true">
      {text}
    </span>
  );
}
