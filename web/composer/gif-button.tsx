// The button that opens the GIF picker. It is shown if the organization has a provider, and loaded then.

import type { Organization } from '../data/organization.ts';
import { openGifs } from './open-gifs.ts';

export interface GifButtonProps {
  readonly organization: Organization;
  readonly onText: (text: string) => void;
}

export function GifButton({ organization, onText }: GifButtonProps) {
  return (
    <button
      type="button"
      class="icon-button gif-button"
      aria-label="GIF"
      data-tip="GIF"
      onClick={({ currentTarget }) => void openGifs({ organization, anchor: currentTarget, onText })}
    >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <rect width="22" height="16" x="1" y="4" rx="3" />
        <path stroke-width="1.6" d="M9.5 10A2.3 2.3 0 1 0 10 12.2H8.2M13.2 9v6M16.4 15V9h3.2M16.4 12h2.6" />
      </svg>
    </button>
  );
}
