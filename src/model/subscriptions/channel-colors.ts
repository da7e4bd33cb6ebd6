// Colors of channels for accounts that have not chosen one.

/** Assigned to channels in turn. */
const channelColors = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const;

/** The color of the nth channel, starting at 0; colors repeat. */
export function colorInTurn(index: number): string {
  return channelColors[index % channelColors.length] ?? channelColors[0];
}

/** The first unused color; if all are used, the next in turn. */
export function nextColor(used: readonly string[]): string {
  return channelColors.find((color) => !used.includes(color)) ?? colorInTurn(used.length);
}
