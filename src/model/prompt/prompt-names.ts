/** Checks of new names, for the input field in the window and for the core that writes the file. */
import { fileNameKey } from '../../base/file-name-key.ts';
import { isOneLine } from '../../base/formats.ts';
import { builtinSources } from '../builtin/sources.ts';
import { fileNameFault, freeName } from '../file-names.ts';
import { portablePromptName, portableServerName, promptNameAdvice, serverNameAdvice } from './portable-names.ts';

/** A problem of a new name. An error forbids the name; a warning means that some clients change it. */
export interface NameProblem {
  readonly kind: 'empty' | 'taken' | 'unusable' | 'unportable';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** A name that can be used instead. */
  readonly free?: string;
}

/** @param takenNames MCP names of the other prompts in the server's list */
export function mcpNameProblem(name: string, takenNames: Iterable<string>): NameProblem | undefined {
  const names = [...takenNames];
  if (name.trim() === '') return error('empty', 'A prompt needs a name: type one.');
  if (!isOneLine(name)) return error('unusable', 'A name must be one line: remove the line break.');
  if (/^\.+$/.test(name)) return error('unusable', 'A name needs a letter or a digit: type one.');
  const newName = freeName(name, names);
  if (names.includes(name))
    return {
      ...error('taken', `This list already has a prompt called ${name}: choose another name, such as ${newName}.`),
      free: newName,
    };
  return similar(name, names, 'prompt') ?? unportable(name, names);
}

function unportable(name: string, takenNames: readonly string[]): NameProblem | undefined {
  const portable = portablePromptName(name);
  const newName = portable === '' ? '' : freeName(portable, takenNames);
  const problem = advice(promptNameAdvice(name, newName));
  return problem && newName !== '' ? { ...problem, free: newName } : problem;
}

/** MCP 2025-11-25, "Tool Names". @param takenNames names of the other tools in the server's list */
export function toolNameProblem(name: string, takenNames: Iterable<string>): NameProblem | undefined {
  const names = [...takenNames];
  if (name.trim() === '') return error('empty', 'A tool needs a name: type one.');
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name))
    return {
      ...error('unusable', 'A tool name can have only letters (A–Z, a–z), digits, _, - and ".", at most 128 in all.'),
      ...usableToolName(name, names),
    };
  if (!names.includes(name)) return similar(name, names, 'tool');
  const newName = freeName(name, names);
  return {
    ...error('taken', `This list already has a tool called ${name}: choose another name, such as ${newName}.`),
    free: newName,
  };
}

/** A warning about a name that differs from another one only in case or Unicode form. */
function similar(name: string, names: readonly string[], noun: 'prompt' | 'tool'): NameProblem | undefined {
  const sameName = names.find((candidate) => fileNameKey(candidate) === fileNameKey(name));
  if (sameName === undefined) return undefined;
  const newName = freeName(name, names);
  return {
    kind: 'unportable',
    severity: 'warning',
    message: `This list already has a ${noun} called ${sameName}, and on macOS and Windows both names are one file: choose another name, such as ${newName}.`,
    free: newName,
  };
}

/** The nearest name that a tool can have: accents removed, everything else that is not allowed replaced by hyphens. */
function usableToolName(name: string, takenNames: readonly string[]): { free?: string } {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const usableLetters = letters
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .slice(0, 120)
    .replace(/^-+|-+$/g, '');
  return usableLetters === '' ? {} : { free: freeName(usableLetters, takenNames) };
}

/** @param takenNames catalogue names of the workspace's prompts (or tools) and of the built-in ones */
export function catalogueNameProblem(
  name: string,
  takenNames: Iterable<string>,
  kind: 'prompt' | 'tool' = 'prompt',
): NameProblem | undefined {
  return fileNameProblem(name, takenNames, kind);
}

/** @param takenNames names of the workspace's servers and of the built-in ones */
export function serverNameProblem(name: string, takenNames: Iterable<string>): NameProblem | undefined {
  const names = [...takenNames];
  const problem = fileNameProblem(name, names, 'server') ?? advice(serverNameAdvice(name, 'name it'));
  if (problem?.kind !== 'unportable') return problem;
  const portable = portableServerName(name);
  return portable === '' || portable === name ? problem : { ...problem, free: freeName(portable, names) };
}

/**
 * @param takenNames names of the workspace's other sources
 * @param current the name that the source has. A file may have replaced a built-in source on purpose.
 */
export function sourceNameProblem(
  name: string,
  takenNames: Iterable<string>,
  current?: string,
): NameProblem | undefined {
  const builtIn = [...builtinSources.keys()].filter((key) => key !== current);
  return fileNameProblem(name, [...takenNames, ...builtIn], 'source');
}

/** @param takenNames names of the workspace's other skills */
export function skillNameProblem(name: string, takenNames: Iterable<string>): NameProblem | undefined {
  const problem = fileNameProblem(name, takenNames, 'skill');
  if (problem || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return problem;
  return error(
    'unusable',
    'A skill name can have only lower-case letters, digits and single hyphens, such as release-notes.',
  );
}

function fileNameProblem(
  name: string,
  takenNames: Iterable<string>,
  kind: 'prompt' | 'tool' | 'server' | 'source' | 'skill',
): NameProblem | undefined {
  const names = [...takenNames];
  if (name.trim() === '') return error('empty', `A ${kind} needs a name: type one.`);
  const fault = fileNameFault(name);
  if (fault !== undefined) return error('unusable', fault);
  // On macOS and Windows, such names are the same file.
  const key = fileNameKey(name);
  const sameName = names.find((candidate) => fileNameKey(candidate) === key);
  if (sameName === undefined) return undefined;
  const newName = freeName(name, names);
  return {
    ...error('taken', `A ${kind} called ${sameName} already exists: choose another name, such as ${newName}.`),
    free: newName,
  };
}

function error(kind: NameProblem['kind'], message: string): NameProblem {
  return { kind, severity: 'error', message };
}

function advice(message: string | undefined): NameProblem | undefined {
  return message === undefined ? undefined : { kind: 'unportable', severity: 'warning', message };
}
