/**
 * How wide a text will be, without a DOM.
 *
 * The advance widths of Inter (the variable font's latin subset, @fontsource-variable/inter 5.3.0, without kerning), in
 * thousandths of the font's size, measured once with a canvas in Chromium at 1000 px. Characters 32 to 126 in order,
 * then a few others. In the picture kerning makes a text a little narrower, hinting a little wider: hence the margin.
 */
// biome-ignore format: tables
const ASCII = {
  400: [281,288,466,633,642,982,644,300,365,365,501,662,288,460,288,360,631,407,610,618,646,593,620,566,619,620,288,302,662,662,662,511,966,690,654,730,722,601,590,746,743,269,571,672,565,903,753,765,639,765,644,642,646,744,690,985,682,679,629,365,360,365,471,456,323,562,612,571,612,583,370,613,591,242,242,549,242,876,591,600,612,612,376,528,327,591,562,818,546,562,552,426,333,426,662],
  600: [252,321,523,644,650,1004,663,326,373,373,540,673,319,465,319,379,660,423,623,636,666,612,640,576,640,640,319,329,673,673,673,543,999,728,659,737,722,605,588,749,746,277,580,703,565,922,759,769,645,773,652,650,660,736,728,1020,720,713,652,373,379,373,481,469,351,574,624,583,624,591,389,625,612,262,262,569,262,900,612,609,624,624,397,549,353,612,587,839,569,588,566,455,359,455,673],
} as const;
// biome-ignore format: tables
const OTHERS: Readonly<Record<string, number>> = { '·': 319, '′': 257, '…': 956, '–': 500, '—': 1000, '×': 673, '’': 294, '“': 507, '”': 501, '−': 673 };

/** For a character that is in no table: as wide as any Latin letter; a full square for CJK and beyond. */
const WIDE = 1050;
const MARGIN = 1.02;

export type Weight = 400 | 600;

/** The width in px of one line of text. An upper bound. */
export function textWidth(text: string, size: number, weight: Weight): number {
  const table = ASCII[weight];
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += table[text.charCodeAt(i) - 32] ?? OTHERS[text.charAt(i)] ?? WIDE;
  return ((sum * size) / 1000) * MARGIN + 0.5;
}

/** From a line's top to its bottom, as the browser reports it for Inter, per px of size. */
export const LINE = 1.22;
/** From a line's top to its baseline. */
export const ASCENT = 0.975;

/** Cuts a text to a width, with `…`; empty where not even one letter fits. */
export function shorten(text: string, width: number, size: number, weight: Weight): string {
  if (textWidth(text, size, weight) <= width) return text;
  for (let end = text.length - 1; end > 0; end--) {
    const cut = `${text.slice(0, end).trimEnd()}…`;
    if (textWidth(cut, size, weight) <= width) return cut;
  }
  return '';
}
