// Generates pictures for people who uploaded none: a symmetrical pattern of squares in a color, both derived
// from a hash of the account. Also draws the silhouette that stands in for people the viewer may not see.

import { type Color, twoColorPng } from '../../images/plain-png.ts';

const PAPER: Color = [240, 240, 240];
const SILHOUETTE: Color = [170, 170, 170];
const CELLS = 5;
const HALF = 3;
/** The part of a side that stays empty at each end. */
const MARGIN = 0.1;

/** A color of similar brightness for any hue from 0 to 1. */
function colorOf(hue: number): Color {
  const part = (offset: number) => {
    const angle = (offset + hue * 12) % 12;
    const level = 0.48 - 0.3 * Math.max(-1, Math.min(angle - 3, 9 - angle, 1));
    return Math.round(level * 255);
  };
  return [part(0), part(8), part(4)];
}

/** The picture for a hash of at least 8 hexadecimal digits; the same hash gives the same picture. */
export function generatedAvatar(hash: string, side: number): Buffer {
  const bytes = Buffer.from(hash, 'hex');
  const pattern = bytes.readUInt16BE(0);
  const color = colorOf(bytes.readUInt16BE(2) / 65_536);
  const margin = side * MARGIN;
  const cell = (side - 2 * margin) / CELLS;
  return twoColorPng({ width: side, height: side }, PAPER, color, (x, y) => {
    const column = Math.floor((x - margin) / cell);
    const row = Math.floor((y - margin) / cell);
    if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) return false;
    const mirrored = Math.min(column, CELLS - 1 - column);
    return ((pattern >> (row * HALF + mirrored)) & 1) === 1;
  });
}

/** A head and shoulders that identify no one. */
export function silhouetteAvatar(side: number): Buffer {
  return twoColorPng({ width: side, height: side }, PAPER, SILHOUETTE, (x, y) => {
    const across = x / side - 0.5;
    const down = y / side;
    const isHead = across ** 2 + (down - 0.38) ** 2 < 0.18 ** 2;
    const isBody = (across / 0.36) ** 2 + ((down - 1) / 0.38) ** 2 < 1;
    return isHead || isBody;
  });
}
