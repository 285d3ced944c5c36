/**
 * Decodes Windows-949, which is what pages mean by EUC-KR (WHATWG, "Encoding Standard"). TextDecoder of Node.js knows only the
 * 2,350 syllables of EUC-KR, and takes the other 8,822 for damage.
 */

const trailsBefore = { letters: 26, doubled: 52 };
/** Second bytes of a pair whose first byte is below 0xA1, and of one whose first byte is not. */
const trails = { many: 178, few: 84 };
const firstLead = 0x81;
const firstPlainLead = 0xa1;
const lastLead = 0xc6;

/** In their order, which is that of Unicode; made when a page needs them. */
let otherSyllables: readonly string[] | undefined;

export function koreanText(bytes: Uint8Array): string {
  const decoder = new TextDecoder('euc-kr');
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < firstLead) continue;
    const syllable = otherSyllable(lead, bytes[at + 1] ?? 0);
    if (syllable !== undefined) {
      pieces.push(decoder.decode(bytes.subarray(start, at)), syllable);
      start = at + 2;
    }
    at++;
  }
  pieces.push(decoder.decode(bytes.subarray(start)));
  return pieces.join('');
}

/** Undefined for a pair of EUC-KR, and for no pair. */
function otherSyllable(lead: number, trail: number): string | undefined {
  if (lead > lastLead || (lead >= firstPlainLead && trail >= firstPlainLead)) return undefined;
  const place = placeOf(trail);
  if (place === undefined) return undefined;
  otherSyllables ??= makeOtherSyllables();
  return lead < firstPlainLead
    ? otherSyllables[(lead - firstLead) * trails.many + place]
    : otherSyllables[(firstPlainLead - firstLead) * trails.many + (lead - firstPlainLead) * trails.few + place];
}

function placeOf(trail: number): number | undefined {
  if (trail >= 0x41 && trail <= 0x5a) return trail - 0x41;
  if (trail >= 0x61 && trail <= 0x7a) return trail - 0x61 + trailsBefore.letters;
  return trail >= 0x81 && trail <= 0xfe ? trail - 0x81 + trailsBefore.doubled : undefined;
}

function makeOtherSyllables(): readonly string[] {
  const pairs = Uint8Array.from({ length: 25 * 94 * 2 }, (_, index) =>
    index % 2 === 0 ? 0xb0 + Math.floor(index / 2 / 94) : 0xa1 + (Math.floor(index / 2) % 94),
  );
  const plainSyllables = new Set(new TextDecoder('euc-kr').decode(pairs));
  const syllables = Array.from({ length: 11_172 }, (_, index) => String.fromCharCode(0xac00 + index));
  return syllables.filter((syllable) => !plainSyllables.has(syllable));
}
