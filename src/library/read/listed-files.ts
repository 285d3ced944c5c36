/** The files that one server needs: its own, and those of the prompts and tools that its lists name. */

import { getOrCreate } from '../../base/get-or-create.ts';
import { candidateFiles, folderOfKind, namesIn, parseDefinitionPath } from '../../files/workspace-paths.ts';
import { defaultServers } from '../../model/builtin/builtin.ts';
import type { DefinitionKind, ResolvedServer, ServerDefinition, ToolDefinition } from '../../model/definitions.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { concernMedia } from '../watch-workspace.ts';
import { Catalogue } from './catalogue.ts';
import type { DefinitionStore } from './definition-store.ts';
import { folderProblems } from './folder-problems.ts';
import { compareStamps, folderStamp, type Stamp } from './stamp.ts';

export class ListedFiles {
  private readonly root: string;
  private readonly name: string;
  private readonly store: DefinitionStore;
  private readonly serverFiles: readonly string[];
  /** Where the listed prompts were looked for. */
  private promptFiles: ReadonlySet<string> | undefined;
  private folder: Stamp | undefined;

  /**
   * @param root the workspace's real path
   * @param folder the prompts folder when all that the store holds was read
   */
  constructor(root: string, name: string, store: DefinitionStore, folder?: Stamp) {
    this.root = root;
    this.name = name;
    this.store = store;
    this.folder = folder;
    this.serverFiles = candidateFiles('server', name);
  }

  /** The prompts folder before all listed files were last looked at. */
  get folderStamp(): Stamp | undefined {
    return this.folder;
  }

  /** Whether the store knows what the disk holds, as far as this server goes. Synchronous, and free of the parser. */
  areCurrent(): boolean {
    if (!this.store.isCurrent(this.serverFiles) || !this.store.isCurrent(this.listedToolFiles())) return false;
    const now = folderStamp(this.root, folderOfKind.prompt);
    // No file has come to an unchanged folder: what was not there before need not be looked for.
    const isFolderSame = this.folder && now && compareStamps(this.folder, now) === 'same';
    return this.store.isCurrent(isFolderSame ? this.knownFiles('prompt') : this.listedPromptFiles());
  }

  /** Reads again what may have changed. @returns whether that made a difference */
  async refresh(changes: ReadonlySet<string> | 'everything'): Promise<boolean> {
    if (changes === 'everything') this.folder = folderStamp(this.root, folderOfKind.prompt);
    const isTouched = (file: string) => changes === 'everything' || changes.has(file);
    const isServerChanged = await this.store.refresh(this.serverFiles.filter(isTouched));
    const areToolsChanged = await this.refreshTools(isTouched);
    const isListChanged = isServerChanged || areToolsChanged;
    const before = this.promptFiles;
    const listed = isListChanged || !before ? this.listedPromptFiles() : before;
    for (const file of this.knownFiles('prompt')) if (!listed.has(file)) this.store.forget(file);
    const isPromptChanged = await this.store.refresh(
      [...listed].filter((file) => isTouched(file) || !before?.has(file)),
    );
    this.promptFiles = listed;
    return isListChanged || isPromptChanged || this.isMediaTouched(changes);
  }

  /** As `refresh`, of the tools alone: they may name prompts, which are looked for after them. */
  private async refreshTools(isTouched: (file: string) => boolean): Promise<boolean> {
    const before = new Set(this.knownFiles('tool'));
    const listed = this.listedToolFiles();
    let isChanged = false;
    for (const file of before) {
      if (listed.has(file)) continue;
      this.store.forget(file);
      isChanged = true;
    }
    return (await this.store.refresh([...listed].filter((file) => isTouched(file) || !before.has(file)))) || isChanged;
  }

  /** What the server's clients get, and every problem on the way. Undefined when there is no such server. */
  resolve(): { readonly resolved: ResolvedServer; readonly problems: readonly Problem[] } | undefined {
    const unlisted = new Map<DefinitionKind, readonly string[]>();
    const unlistedNames = (kind: DefinitionKind) => getOrCreate(unlisted, kind, () => this.unlistedNames(kind));
    const catalogue = new Catalogue(this.root, this.store.definitions(), unlistedNames);
    const found = catalogue.server(this.name);
    if (!found) return undefined;
    const own = [...catalogue.files()].flatMap(({ problems }) => problems);
    const problems = [...own, ...found.problems];
    // Only where something is missing can a folder be the reason.
    return {
      resolved: found.resolved,
      problems: [...(problems.length > 0 ? folderProblems(this.root) : []), ...problems],
    };
  }

  /** Those that were read, and the links to nothing: that their target has come does not show in the folder. */
  private knownFiles(kind: DefinitionKind): readonly string[] {
    const files = [...this.store.entries().keys(), ...this.store.danglingLinks()];
    return files.filter((file) => parseDefinitionPath(file)?.kind === kind);
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
    const given = this.toolDefinitions().flatMap(({ content }) => (content.kind === 'prompt' ? [content.prompt] : []));
    return new Set([...names, ...given].flatMap((name) => candidateFiles('prompt', name)));
  }

  private servers(): readonly ServerDefinition[] {
    const files = this.serverFiles.flatMap((file) => this.store.get(file) ?? []);
    if (files.length > 0) return files.flatMap(({ server }) => server ?? []);
    const builtin = defaultServers.get(this.name);
    return builtin ? [builtin] : [];
  }

  /** Asked for only to suggest a name in the place of one that is not found. */
  private unlistedNames(kind: DefinitionKind): readonly string[] {
    const folder = folderOfKind[kind];
    return namesIn(this.root, kind).flatMap((name) => parseDefinitionPath(`${folder}/${name}`)?.name ?? []);
  }

  private isMediaTouched(changes: ReadonlySet<string> | 'everything'): boolean {
    const definitions = this.store.definitions();
    if (changes === 'everything') return definitions.some(({ media }) => media.length > 0);
    return concernMedia(changes, definitions);
  }
}
