/**
 * A definition file with the problems that depend on other files: duplicate names, missing media.
 * Every cold start loads this file, so it must not import zod or YAML.
 */

import { getOrCreate } from '../../../base/get-or-create.ts';
import type { KeyPath } from '../../../base/json.ts';
import type { ResolvedPrompt } from '../../../model/definitions.ts';
import { capFindings } from '../../../model/problems/cap-findings.ts';
import type { Problem } from '../../../model/problems/problems.ts';
import { hasWolframscript } from '../../../wolfram/kernel/find-wolframscript.ts';
import { brokenMedia } from '../../media.ts';
import type { ListedPrompt, WorkspaceFile } from '../../types.ts';
import { type DefinitionFile, locate } from './definition-file.ts';

/** Computes each view of the file once. Of thousands of files, nearly all stay the same from snapshot to snapshot. */
export class CheckedFile {
  readonly definition: DefinitionFile;
  readonly problems: readonly Problem[];
  /** The prompts and tools in this file that cannot be served, by path. */
  readonly brokenPaths: readonly KeyPath[];
  #resolvedPrompt: ResolvedPrompt | undefined;
  #listedPrompt: ListedPrompt | undefined;
  #file: WorkspaceFile | undefined;

  constructor(definition: DefinitionFile, problems: readonly Problem[], brokenPaths: readonly KeyPath[]) {
    this.definition = definition;
    this.problems = problems;
    this.brokenPaths = brokenPaths;
  }

  /** The prompt under its catalogue name; undefined if there is none, or it cannot be served. */
  get prompt(): ResolvedPrompt | undefined {
    const { prompt, name, file } = this.definition;
    if (!prompt || this.brokenPaths.length > 0) return undefined;
    this.#resolvedPrompt ??= { ...prompt, catalogueName: name, origin: { kind: 'workspace', file, at: [] } };
    return this.#resolvedPrompt;
  }

  /** The prompt as an entry of a list that serves it. */
  get listed(): ListedPrompt {
    const { name, file } = this.definition;
    this.#listedPrompt ??= {
      ...(this.prompt && { prompt: this.prompt }),
      catalogueName: name,
      builtin: false,
      location: { file, at: [] },
      isServed: true,
      problems: this.problems,
    };
    return this.#listedPrompt;
  }

  /** @param moreProblems problems of looking up names */
  asWorkspaceFile(moreProblems: readonly Problem[]): WorkspaceFile {
    if (moreProblems.length > 0) return withProblems(this.definition, [...this.problems, ...moreProblems]);
    this.#file ??= withProblems(this.definition, this.problems);
    return this.#file;
  }
}

function withProblems(definition: DefinitionFile, problems: readonly Problem[]): WorkspaceFile {
  const { places: _, media: __, sampleFiles: ___, ...file } = definition;
  return { ...file, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

/** Results that depend on the one file only. */
const independent = new WeakMap<DefinitionFile, CheckedFile>();

/**
 * Checks a file. It returns the same object for the same definition, if no other file of its name and no media affect it.
 * @param root the workspace's real path
 * @param group all files of its kind and catalogue name
 */
export function checkFile(root: string, definition: DefinitionFile, group: readonly DefinitionFile[]): CheckedFile {
  if (group.length === 1 && definition.media.length === 0)
    return getOrCreate(
      independent,
      definition,
      () => new CheckedFile(definition, withoutKernelWarnings(definition.problems), []),
    );
  const media = brokenMedia(root, definition);
  const rivalFile = group.find((candidate) => candidate !== definition);
  const problems = [
    ...(rivalFile ? [sameName(definition, rivalFile)] : []),
    ...withoutKernelWarnings(definition.problems),
    ...capFindings(media.map(({ problem }) => problem)),
  ];
  return new CheckedFile(
    definition,
    problems,
    media.map(({ reference }) => reference.prompt),
  );
}

const tagOfKind = {
  server: 'InvalidMCPServerSpecification',
  prompt: 'InvalidMCPPromptSpecification',
  tool: 'InvalidMCPToolSpecification',
  source: 'InvalidSourceSpecification',
  skill: 'InvalidSkillSpecification',
} as const;

function sameName(definition: DefinitionFile, rivalFile: DefinitionFile): Problem {
  const message = `${rivalFile.file} has the catalogue name ${definition.name} too, so neither is served: rename or remove one.`;
  return locate(definition, { tag: tagOfKind[definition.kind], severity: 'error', message, at: [] });
}

let hasKernel: boolean | undefined;

/** Drops the warnings about missing Wolfram Language on a computer that has it. It looks for the program at most once. */
function withoutKernelWarnings(problems: readonly Problem[]): readonly Problem[] {
  if (!problems.some(({ tag }) => tag === 'NoKernel')) return problems;
  hasKernel ??= hasWolframscript();
  return hasKernel ? problems.filter(({ tag }) => tag !== 'NoKernel') : problems;
}
