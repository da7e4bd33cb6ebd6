// An account's picture, or its initials if it uploaded none or it does not load: round for people, square for bots. It has
// no accessible name, since the account's name is shown next to it.

import { useState } from 'preact/hooks';
import { hueOf, initialsOf, uploadedPicture } from './initials.ts';

export interface AvatarProps {
  readonly id: number;
  readonly name: string;
  /** An address on this server; pictures of other hosts are not loaded. */
  readonly url?: string | null | undefined;
  readonly size?: 'small' | 'medium' | 'large';
  readonly isBot?: boolean | undefined;
  /** A mark at its corner, which differs by shape and not only by color. */
  readonly presence?: 'active' | 'idle' | 'offline' | undefined;
}

export function Avatar({ id, name, url, size = 'medium', isBot = false, presence }: AvatarProps) {
  const [failed, setFailed] = useState('');
  const uploaded = uploadedPicture(url);
  const picture = uploaded === failed ? undefined : uploaded;
  return (
    <span class={`avatar ${size} ${isBot ? 'bot' : ''}`} style={{ '--hue': hueOf(id) }} aria-hidden="true">
      {picture ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setFailed(picture)} />
      ) : (
        initialsOf(name)
      )}
      {presence && <span class={`presence ${presence}`} />}
    </span>
  );
}
