/** Names of prompts and arguments that a client application can use. */

/** The nearest name without invisible characters and without those that the application cannot have in a name. */
export function usablePromptName(name: string, unusable: RegExp): string {
  const words = name.replace(/\p{Cf}/gu, '').split(unusable);
  return words.filter((word) => word !== '').join('-') || 'prompt';
}

/** Claude Code sends an argument under its name in NFKC, without invisible characters. */
export function usableArgumentName(name: string): string {
  return name.normalize('NFKC').replace(/\p{Cf}/gu, '') || 'argument';
}

/**
 * The names in order, usable and distinct: a usable name stays, and a duplicate gets a number.
 * @returns `names` itself if all are usable
 */
export function usableNames(names: readonly string[], makeUsable: (name: string) => string): readonly string[] {
  if (names.every((name) => makeUsable(name) === name)) return names;
  const takenNames = new Set(names.filter((name) => makeUsable(name) === name));
  return names.map((name) => {
    const wishedName = makeUsable(name);
    if (wishedName === name) return name;
    let freeName = wishedName;
    for (let number = 2; takenNames.has(freeName); number++) freeName = `${wishedName}-${number}`;
    takenNames.add(freeName);
    return freeName;
  });
}
