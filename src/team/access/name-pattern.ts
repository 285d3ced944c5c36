/** Patterns of names in `access.yaml`: `*` is any text, everything else is itself. Case matters. */

export type NamePattern = (name: string) => boolean;

/** The time of a match is linear in the name for each `*`, whatever the pattern. */
export function namePattern(pattern: string): NamePattern {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return (name) => name === pattern;
  return (name) => {
    if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
    const last = name.length - end.length;
    let at = start.length;
    for (const part of rest) {
      const index = name.indexOf(part, at);
      if (index < 0 || index + part.length > last) return false;
      at = index + part.length;
    }
    return true;
  };
}
