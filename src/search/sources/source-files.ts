/** Finds sources by name: files in the workspace's `sources` folder, then built-in sources. */

import { compareNames } from '../../base/compare-names.ts';
import { WorkbenchError } from '../../base/errors.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { candidateFiles, namesIn, parseDefinitionPath } from '../../files/workspace-paths.ts';
import { DefinitionStore } from '../../library/read/definition-store.ts';
import { builtinSources } from '../../model/builtin/sources.ts';
import type { SourceDefinition } from '../../model/definitions.ts';

export interface FoundSource {
  readonly name: string;
  readonly definition: SourceDefinition;
  /** Absent for a built-in source. */
  readonly file?: string;
  /** Folders that its file names in addition to those of `definition`: they do not exist, and are not allowed. */
  readonly missingFolders?: readonly string[];
}

/** Reads source files on demand, and again only after they change. */
export class SourceFiles {
  readonly #root: string;
  readonly #store: DefinitionStore;

  /** @param root the workspace's real path */
  constructor(root: string) {
    this.#root = root;
    this.#store = new DefinitionStore(root);
  }

  /** @throws WorkbenchError `not-found`, or `failed` with the problem in the file */
  async find(name: string): Promise<FoundSource> {
    const candidates = candidateFiles('source', name);
    await this.#store.refresh(candidates);
    const [match, rival] = candidates.flatMap((file) => this.#store.get(file) ?? []);
    if (match && rival) {
      const message = `${match.file} and ${rival.file} have the same name, so neither is used: rename or remove one.`;
      throw new WorkbenchError('failed', message);
    }
    if (match?.source) return { name, definition: match.source, file: match.file };
    if (match?.instruction !== undefined)
      throw new WorkbenchError('failed', `${name} is not set up yet. ${match.instruction}`);
    if (match) {
      const problem = match.problems.find(({ severity }) => severity === 'error');
      const where = problem ? `${problem.file}:${problem.line}: ${problem.message}` : `${match.file} is not a source.`;
      throw new WorkbenchError('failed', where);
    }
    const definition = builtinSources.get(name);
    if (definition) return { name, definition };
    throw new WorkbenchError('not-found', `There is no source named ${JSON.stringify(name)}${this.#advice(name)}`);
  }

  /** The names of all sources, sorted, including files with problems. */
  names(): readonly string[] {
    const files = namesIn(this.#root, 'source').flatMap((file) => parseDefinitionPath(`sources/${file}`)?.name ?? []);
    return [...new Set([...files, ...builtinSources.keys()])].sort(compareNames);
  }

  #advice(name: string): string {
    const suggestion = nearestName(name, this.names());
    return suggestion === undefined ? `: the sources are ${this.names().join(', ')}.` : `: did you mean ${suggestion}?`;
  }
}
