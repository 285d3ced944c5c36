/**
 * Makes characters visible that reorder, hide or control the text around them. With these, a name or a message from a
 * file or another program could look like a different one.
 *
 * These are the C1 controls, the bidirectional marks, embeddings, overrides and isolates, and characters without a
 * glyph. Joiners (U+200C, U+200D) stay: many scripts and emoji need them.
 */
const hiddenCharacter =
  /[\u0080-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Replaces each such character by its code: `⟨U+202E⟩`. */
export function showHidden(text: string): string {
  return text.replace(hiddenCharacter, (character) => `⟨U+${codePointOf(character).padStart(4, '0')}⟩`);
}

/** Replaces each such character in JSON by its escape sequence: the same value for a program, harmless on a terminal. */
export function escapeHidden(json: string): string {
  return json.replace(hiddenCharacter, (character) =>
    // The two halves of a surrogate pair, or the one unit.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/**
 * Replaces every control character and every character without a glyph by its code: `\u{202e}`. For text that a person
 * has to approve exactly, so joiners and variation selectors are visible too.
 */
export function exactLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, codeOf);
}

/** As `exactLine`, for code: keeps line feeds and tabs. */
export function exactCode(code: string): string {
  return code.replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, codeOf);
}

function codeOf(character: string): string {
  return `\\u{${codePointOf(character).toLowerCase()}}`;
}

function codePointOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}
