// The Unicode group of an emoji code (`emoji-test.txt`). Codes of one group are mostly consecutive, so the
// table stores the code points where the group changes, as distances.

export const emojiGroups = [
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;

export type EmojiGroup = (typeof emojiGroups)[number];

/** A letter for the group, followed by the distance from the previous change, in hexadecimal. */
const letters = 'spnftaoyg';
const encodedRuns = `
  y23 t22f7 oe ya7 t21 y8 t208 oe y3 t3 f1 n3 p5 s3 y2 s17 y7 a1f t9 y13 o17 t1 o1 y1 o1 y5 t6 y6 o9 ad t7
  ya o1 y5 t15 aa t1 p3 a1 p1 t1 o8 y3 t3 o1 p1 o5 y5 a14 yb t11 y3 s1c y32 t3bb y5 a1c4af y16c g76 y1b
  tff f2d n4 f5 n1 f6 n1 f7 a3b f2 a1 p2 a1 g6 a1 o5 a4 o3 a6 t1 a3 o1 y2 o1 a1 o1 t1 a1 o1 a1 o8 a8 g4 p1
  a3 p2 a1 p2 t3 a2 t5 y13 t1 o6 t1 g4 n2 o2 a1 o1 f1 n6 p40 s1 p1 of p12 s16 p3 s1 p4 o3 p1 t3 o1 s2 o2
  p2 n1 p1 t1 s1 yd o1 s1 o1 s1 t3 s1 p2 s1 n3 s1 o1 y1 o2 t7 o1 y20 o1 y17 o4 y9 o7 y11 td o1 f4 a1 o1 a2
  y1 n1b t1 y3 t2 o1f t1 s3 p1 o2 n1 a2 p1 od p9 s14 o1 a17 o6 p21 s5 ob t7 o5 s1 p45 s3 p3 t35 p23 t1 g5
  o1 y1 o1 y1 t5 y1 p1 y3 o6 y1 o1 p1 o1 y1 o9 p1 o1 t1 o1 y1 t1 o1 t3 o2 y5 t1 o3 t2 a15 t1 ye8 p12c s1
  p2 s1 p8 s8 p6 s1 p9 af n1 o1 f1 a3 fb s20 p7 s1 o3 f5 n1 ff n2 fc n1 fb n1 o4 p5 o6 p1 t1 p2 f2 pc s4
  p1 s10 o1 a5 o3 t3 o1 t3 o1 t1 o1 a1 o2 a1 o1 s7c o3 a8 t2 o1 a1 o3 t9 o1 a10 o2 t5 a1 o1 y5 n1 t5 n1 pa
  ne f2 s10 p6 o1 s1 p8
`;

interface Run {
  readonly from: number;
  readonly group: EmojiGroup;
}

function runsOf(text: string): Run[] {
  let from = 0;
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      from += Number.parseInt(word.slice(1), 16);
      return { from, group: emojiGroups[letters.indexOf(word.charAt(0))] ?? 'symbols' };
    });
}

let runs: readonly Run[] | undefined;

/** The group of an emoji, by the first code point of its code. */
export function groupOfEmoji(code: string): EmojiGroup {
  const point = Number.parseInt(code, 16);
  runs ??= runsOf(encodedRuns);
  return runs.findLast(({ from }) => from <= point)?.group ?? 'symbols';
}
