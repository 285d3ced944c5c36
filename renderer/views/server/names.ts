import { isOneLine } from '../../../src/model/formats.ts';
import { promptNameAdvice, serverNameAdvice } from '../../../src/model/portable-names.ts';
import type { FieldProblem } from '../../components/FieldProblems.tsx';

/** What is to be said of an MCP name that is being typed; `taken` are those of the other prompts of its server. */
export function mcpNameProblem(name: string, taken: readonly string[]): FieldProblem | undefined {
  if (name.trim() === '') return error('A prompt needs a name: type one.');
  if (!isOneLine(name)) return error('A name is one line: take the line break out.');
  if (taken.includes(name)) return error(`This list has a prompt called ${name} already: choose another name.`);
  return advice(promptNameAdvice(name));
}

/** What is to be said of the name of a new server; `taken` are those of the workspace's own servers. */
export function serverNameProblem(name: string, taken: readonly string[]): FieldProblem | undefined {
  if (!isOneLine(name)) return error('A name is one line: take the line break out.');
  const same = taken.find((each) => each.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return error(`There is a server called ${same} already: choose another name.`);
  return advice(serverNameAdvice(name));
}

/** The first of `name-2`, `name-3` … that is not taken. */
export function freeMcpName(name: string, taken: readonly string[]): string {
  const names = new Set(taken);
  for (let number = 2; ; number++) {
    const free = `${name}-${number}`;
    if (!names.has(free)) return free;
  }
}

function error(message: string): FieldProblem {
  return { severity: 'error', message };
}

function advice(message: string | undefined): FieldProblem | undefined {
  return message === undefined ? undefined : { severity: 'warning', message };
}
