/** Names that no argument has yet: `argument`, `argument2`, `argument3` … */
export function freeNames(taken: readonly string[], count: number): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = number === 1 ? 'argument' : `argument${number}`;
    if (!taken.includes(name)) names.push(name);
  }
  return names;
}
