// Draws the number of unread messages over the page's icon.

const SIZE = 64;
let originalIcon: string | undefined;
let drawnCount = -1;
/** Icons that were drawn, by their count: it goes up with each message and down when that is read. */
const drawnIcons = new Map<number, string>();

/** The page's icon without a count: decoding it takes longer than all the rest. */
let plainIcon: Promise<HTMLCanvasElement> | undefined;

const newCanvas = () => Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });

async function drawPlain(address: string): Promise<HTMLCanvasElement> {
  const canvas = newCanvas();
  const image = new Image();
  image.src = address;
  // If the icon cannot be decoded, only the count is drawn.
  await image.decode().catch(() => undefined);
  if (image.naturalWidth > 0) canvas.getContext('2d')?.drawImage(image, 0, 0, SIZE, SIZE);
  return canvas;
}

/** Draws a dot with the count; the icon alone for zero. */
export async function drawIconCount(count: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  // Larger counts look the same.
  const displayed = Math.min(count, 99);
  if (!link || displayed === drawnCount) return;
  drawnCount = displayed;
  originalIcon ??= link.href;
  if (displayed === 0) {
    link.href = originalIcon;
    return;
  }
  const drawn = drawnIcons.get(displayed);
  if (drawn !== undefined) {
    link.href = drawn;
    return;
  }
  plainIcon ??= drawPlain(originalIcon);
  const plain = await plainIcon;
  const canvas = newCanvas();
  const context = canvas.getContext('2d');
  if (!context || drawnCount !== displayed) return;
  context.drawImage(plain, 0, 0);
  context.fillStyle = '#b32322';
  context.beginPath();
  context.arc(SIZE * 0.66, SIZE * 0.34, SIZE * 0.34, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = `bold ${displayed > 9 ? 28 : 36}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(displayed), SIZE * 0.66, SIZE * 0.36);
  link.href = canvas.toDataURL();
  drawnIcons.set(displayed, link.href);
}
