// Pictures for people who uploaded none, drawn from a hash of who they are: a pattern of squares, the same on both
// sides, in a colour of its own. And the silhouette that stands for people whom somebody may not see.

import { type Colour, twoColourPng } from '../../images/plain-png.ts';

const PAPER: Colour = [240, 240, 240];
const SILHOUETTE: Colour = [170, 170, 170];
const CELLS = 5;
const HALF = 3;
/** The part of a side that is left free at each end. */
const MARGIN = 0.1;

/** A colour of even strength for any hue, 0 to 1. */
function colourOf(hue: number): Colour {
  const part = (offset: number) => {
    const place = (offset + hue * 12) % 12;
    const level = 0.48 - 0.3 * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(level * 255);
  };
  return [part(0), part(8), part(4)];
}

/** The picture of a hash (at least 8 hexadecimal digits): the same for the same hash. */
export function drawnAvatar(hash: string, side: number): Buffer {
  const bytes = Buffer.from(hash, 'hex');
  const pattern = bytes.readUInt16BE(0);
  const colour = colourOf(bytes.readUInt16BE(2) / 65_536);
  const margin = side * MARGIN;
  const cell = (side - 2 * margin) / CELLS;
  return twoColourPng({ width: side, height: side }, PAPER, colour, (x, y) => {
    const column = Math.floor((x - margin) / cell);
    const row = Math.floor((y - margin) / cell);
    if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) return false;
    const mirrored = Math.min(column, CELLS - 1 - column);
    return ((pattern >> (row * HALF + mirrored)) & 1) === 1;
  });
}

/** Head and shoulders of nobody in particular. */
export function silhouette(side: number): Buffer {
  return twoColourPng({ width: side, height: side }, PAPER, SILHOUETTE, (x, y) => {
    const across = x / side - 0.5;
    const down = y / side;
    const isHead = across ** 2 + (down - 0.38) ** 2 < 0.18 ** 2;
    const isBody = (across / 0.36) ** 2 + ((down - 1) / 0.38) ** 2 < 1;
    return isHead || isBody;
  });
}
