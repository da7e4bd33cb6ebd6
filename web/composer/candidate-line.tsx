// One suggestion in the list below the text field.

import { Avatar } from '../components/avatar.tsx';
import { EmojiGlyph } from '../components/emoji-glyph.tsx';
import { Icon } from '../components/icon.tsx';
import type { Candidate } from './candidates.ts';

function Picture({ candidate: { picture, label } }: { readonly candidate: Candidate }) {
  switch (picture.kind) {
    case 'person':
      return <Avatar id={picture.id} name={label} url={picture.url} size="small" />;
    case 'icon':
      return <Icon name={picture.name} />;
    case 'emoji':
      return <EmojiGlyph name={picture.emoji.name} text={picture.emoji.text} url={picture.emoji.url} />;
  }
}

export function CandidateLine({ candidate }: { readonly candidate: Candidate }) {
  return (
    <>
      <Picture candidate={candidate} />
      <span class="label">{candidate.label}</span>
      {candidate.note && <small>{candidate.note}</small>}
    </>
  );
}
