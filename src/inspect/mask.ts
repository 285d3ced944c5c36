/** Hides the credentials in an entry of another program's configuration before it is shown. */

/** An option or a query parameter that holds a credential. */
const secretName = /(?:token|secret|passw(?:or)?d|api[-_]?key|access[-_]?key|credential|authorization)$/i;
/** The forms of well-known tokens, and what follows the scheme of an authorization. */
const tokens = /(\b(?:Bearer|Basic)\s+)(?!\$?\{)\S+|\b(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA)[\w-]{8,}/g;
const mask = '•••';

/** Masks the credentials in the words of a command. References such as `${TOKEN}` stay. */
export function maskWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const [, option, value] = /^(-{1,2}[^=\s]+)=(.+)$/s.exec(word) ?? [];
    if (option !== undefined && value !== undefined && secretName.test(option) && !isReference(value))
      return `${option}=${mask}`;
    const before = words[index - 1] ?? '';
    if (/^-{1,2}[^=\s]+$/.test(before) && secretName.test(before) && !word.startsWith('-') && !isReference(word))
      return mask;
    return maskUrl(word.replace(tokens, (_, scheme: string | undefined) => `${scheme ?? ''}${mask}`));
  });
}

/** Masks the password and the credentials in the query of an address; other text stays. */
export function maskUrl(text: string): string {
  if (!/^https?:\/\//i.test(text)) return text;
  return text
    .replace(/^(https?:\/\/)[^/?#@]*@/i, `$1${mask}@`)
    .replace(/([?&])([^=&#]+)=([^&#]+)/g, (match, sign: string, name: string, value: string) =>
      secretName.test(name) && !isReference(value) ? `${sign}${name}=${mask}` : match,
    );
}

function isReference(text: string): boolean {
  return /^(?:Bearer\s+)?\$?\{[^}]*\}$/.test(text);
}
