/** Names that a client application can use, where it cannot use the ones that prompts and arguments have. */

/** What is left of a name in Claude Code: without blanks, it cannot call a prompt; without invisible characters, they vanish. */
export function usablePromptName(name: string): string {
  const words = name.replace(/\p{Cf}/gu, '').split(/\s+/);
  return words.filter((word) => word !== '').join('-') || 'prompt';
}

/** Claude Code sends an argument under its name in NFKC and without invisible characters. */
export function usableArgumentName(name: string): string {
  return name.normalize('NFKC').replace(/\p{Cf}/gu, '') || 'argument';
}

/**
 * The names in order, each made usable and still different from all others: a name that is usable already stays, and one
 * that becomes the same as another gets a number.
 */
export function usableNames(names: readonly string[], usable: (name: string) => string): readonly string[] {
  if (names.every((name) => usable(name) === name)) return names;
  const taken = new Set(names.filter((name) => usable(name) === name));
  return names.map((name) => {
    const wish = usable(name);
    if (wish === name) return name;
    let free = wish;
    for (let number = 2; taken.has(free); number++) free = `${wish}-${number}`;
    taken.add(free);
    return free;
  });
}
