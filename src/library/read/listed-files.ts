/** The files that one server needs: its own, and those of the prompts and tools in its lists. */

import { getOrCreate } from '../../base/get-or-create.ts';
import { candidateFiles, folderOfKind, namesIn, parseDefinitionPath } from '../../files/workspace-paths.ts';
import { defaultServers } from '../../model/builtin/builtin.ts';
import type { DefinitionKind, ResolvedServer, ServerDefinition, ToolDefinition } from '../../model/definitions.ts';
import type { Problem } from '../../model/problems/problems.ts';
import type { SampleFiles } from '../samples/sample-files.ts';
import { affectMedia } from '../watch-workspace.ts';
import { Catalogue } from './catalogue.ts';
import type { DefinitionStore } from './definition-store.ts';
import { folderProblems } from './folder-problems.ts';
import { compareStamps, folderStamp, type Stamp } from './stamp.ts';

export class ListedFiles {
  private readonly root: string;
  private readonly name: string;
  private readonly store: DefinitionStore;
  private readonly serverFiles: readonly string[];
  /** Paths at which the listed prompts may be. */
  private promptFiles: ReadonlySet<string> | undefined;
  private folder: Stamp | undefined;
  private readonly samples: SampleFiles | undefined;

  /**
   * @param root the workspace's real path
   * @param folder the stamp of the prompts folder when the store's files were read
   * @param samples without it, prompts have no samples of files
   */
  constructor(root: string, name: string, store: DefinitionStore, folder?: Stamp, samples?: SampleFiles) {
    this.root = root;
    this.name = name;
    this.store = store;
    this.folder = folder;
    this.samples = samples;
    this.serverFiles = candidateFiles('server', name);
  }

  /** The stamp of the prompts folder before the last full refresh. */
  get folderStamp(): Stamp | undefined {
    return this.folder;
  }

  /** Whether the store is up to date for this server. Synchronous, and does not load the parser. */
  areCurrent(): boolean {
    if (!this.store.isCurrent(this.serverFiles) || !this.store.isCurrent(this.listedToolFiles())) return false;
    if (!this.store.isCurrent(this.listedSkillFiles())) return false;
    const now = folderStamp(this.root, folderOfKind.prompt);
    // An unchanged folder has no new files, so missing files need not be checked.
    const isFolderSame = this.folder && now && compareStamps(this.folder, now) === 'same';
    return this.store.isCurrent(isFolderSame ? this.knownFiles('prompt') : this.listedPromptFiles());
  }

  /** Reads again what may have changed. @returns whether anything did */
  async refresh(changes: ReadonlySet<string> | 'everything'): Promise<boolean> {
    if (changes === 'everything') this.folder = folderStamp(this.root, folderOfKind.prompt);
    const isTouched = (file: string) => changes === 'everything' || changes.has(file);
    const isServerChanged = await this.store.refresh(this.serverFiles.filter(isTouched));
    const areToolsChanged = await this.refreshTools(isTouched);
    const isListChanged = isServerChanged || areToolsChanged;
    const before = this.promptFiles;
    const listedFiles = isListChanged || !before ? this.listedPromptFiles() : before;
    for (const file of this.knownFiles('prompt')) if (!listedFiles.has(file)) this.store.forget(file);
    const isPromptChanged = await this.store.refresh(
      [...listedFiles].filter((file) => isTouched(file) || !before?.has(file)),
    );
    this.promptFiles = listedFiles;
    const areSkillsChanged = await this.refreshSkills(isTouched);
    const areSamplesChanged = await this.samples?.refresh(this.store.definitions());
    const isDataChanged = areSamplesChanged === true || areSkillsChanged;
    return isListChanged || isPromptChanged || isDataChanged || this.isMediaTouched(changes);
  }

  private async refreshSkills(isTouched: (file: string) => boolean): Promise<boolean> {
    const before = new Set(this.knownFiles('skill'));
    const listedFiles = this.listedSkillFiles();
    for (const file of before) if (!listedFiles.has(file)) this.store.forget(file);
    return this.store.refresh([...listedFiles].filter((file) => isTouched(file) || !before.has(file)));
  }

  /** As `refresh`, for the tools. It runs before the prompts are read, because tools may name prompts. */
  private async refreshTools(isTouched: (file: string) => boolean): Promise<boolean> {
    const before = new Set(this.knownFiles('tool'));
    const listedFiles = this.listedToolFiles();
    let isChanged = false;
    for (const file of before) {
      if (listedFiles.has(file)) continue;
      this.store.forget(file);
      isChanged = true;
    }
    return (
      (await this.store.refresh([...listedFiles].filter((file) => isTouched(file) || !before.has(file)))) || isChanged
    );
  }

  /** What the server's clients get, and every problem of its files. Undefined if there is no such server. */
  resolve(): { readonly resolvedServer: ResolvedServer; readonly problems: readonly Problem[] } | undefined {
    const unlistedFiles = new Map<DefinitionKind, readonly string[]>();
    const unlistedNames = (kind: DefinitionKind) => getOrCreate(unlistedFiles, kind, () => this.unlistedNames(kind));
    const definitions = this.store.definitions();
    const catalogue = new Catalogue(this.root, this.samples?.fill(definitions) ?? definitions, unlistedNames);
    const foundServer = catalogue.server(this.name);
    if (!foundServer) return undefined;
    const ownProblems = [...catalogue.files()].flatMap(({ problems }) => problems);
    const problems = [...ownProblems, ...foundServer.problems];
    // An unreadable folder matters only if it causes another problem.
    return {
      resolvedServer: foundServer.resolvedServer,
      problems: [...(problems.length > 0 ? folderProblems(this.root) : []), ...problems],
    };
  }

  /** The files that were read, and links to nothing, whose folder does not change when their target appears. */
  private knownFiles(kind: DefinitionKind): readonly string[] {
    const files: string[] = [];
    for (const [file, { definition }] of this.store.entries()) if (definition.kind === kind) files.push(file);
    for (const file of this.store.danglingLinks()) if (parseDefinitionPath(file)?.kind === kind) files.push(file);
    return files;
  }

  private listedSkillFiles(): ReadonlySet<string> {
    const names = this.servers().flatMap(({ skills = [] }) => skills.map(({ name }) => name));
    return new Set(names.flatMap((name) => candidateFiles('skill', name)));
  }

  private listedToolFiles(): ReadonlySet<string> {
    const names = this.servers().flatMap(({ tools }) =>
      tools.flatMap((entry) => (entry.kind === 'name' ? [entry.name] : [])),
    );
    return new Set(names.flatMap((name) => candidateFiles('tool', name)));
  }

  private toolDefinitions(): readonly ToolDefinition[] {
    const inline = this.servers().flatMap(({ tools }) =>
      tools.flatMap((entry) => (entry.kind === 'inline' && entry.tool ? [entry.tool] : [])),
    );
    return [...inline, ...this.store.definitions().flatMap(({ tool }) => tool ?? [])];
  }

  private listedPromptFiles(): ReadonlySet<string> {
    const names = this.servers().flatMap(({ prompts }) =>
      prompts.flatMap((entry) => (entry.kind === 'name' ? [entry.name] : [])),
    );
    const fromTools = this.toolDefinitions().flatMap(({ content }) =>
      content.kind === 'prompt' ? [content.prompt] : [],
    );
    return new Set([...names, ...fromTools].flatMap((name) => candidateFiles('prompt', name)));
  }

  private servers(): readonly ServerDefinition[] {
    const files = this.serverFiles.flatMap((file) => this.store.get(file) ?? []);
    if (files.length > 0) return files.flatMap(({ server }) => server ?? []);
    const builtin = defaultServers.get(this.name);
    return builtin ? [builtin] : [];
  }

  /** Needed only to suggest a name instead of an unknown one. */
  private unlistedNames(kind: DefinitionKind): readonly string[] {
    const folder = folderOfKind[kind];
    return namesIn(this.root, kind).flatMap((name) => parseDefinitionPath(`${folder}/${name}`)?.name ?? []);
  }

  private isMediaTouched(changes: ReadonlySet<string> | 'everything'): boolean {
    const definitions = this.store.definitions();
    if (changes === 'everything') return definitions.some(({ media }) => media.length > 0);
    return affectMedia(changes, definitions);
  }
}
