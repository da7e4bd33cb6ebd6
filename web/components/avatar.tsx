// An account's picture, or its initials if there is none or it does not load. It has no accessible name,
// since the account's name is shown next to it.

import { useState } from 'preact/hooks';
import { hueOf, initialsOf } from './initials.ts';

export interface AvatarProps {
  readonly id: number;
  readonly name: string;
  /** An address on this server; pictures of other hosts are not loaded. */
  readonly url?: string | null | undefined;
  readonly size?: 'small' | 'medium' | 'large';
}

export function Avatar({ id, name, url, size = 'medium' }: AvatarProps) {
  const [failed, setFailed] = useState('');
  const picture = url?.startsWith('/') && !url.startsWith('//') && url !== failed ? url : undefined;
  return (
    <span class={`avatar ${size}`} style={{ '--hue': hueOf(id) }} aria-hidden="true">
      {picture ? (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setFailed(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
