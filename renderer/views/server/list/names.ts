import { isOneLine } from '../../../../src/model/formats.ts';
import type { ListRow } from './list-rows.ts';

/** What keeps a prompt of this list from having an MCP name; nothing for one that it can have. */
export function mcpNameProblem(name: string, rows: readonly ListRow[]): string | undefined {
  if (name.trim() === '') return 'A prompt needs a name: type one.';
  if (!isOneLine(name)) return 'A name is one line: take the line break out.';
  const isTaken = rows.some(({ prompt }) => prompt.name === name);
  return isTaken ? `This list has a prompt called ${name} already: choose another name.` : undefined;
}

/** The first of `name-2`, `name-3` … that no entry of the list has. */
export function freeMcpName({ prompt }: ListRow, rows: readonly ListRow[]): string {
  const taken = new Set(rows.map(({ prompt: { name } }) => name));
  for (let number = 2; ; number++) {
    const name = `${prompt.name}-${number}`;
    if (!taken.has(name)) return name;
  }
}
