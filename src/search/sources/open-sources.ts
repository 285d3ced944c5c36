/** The open sources of a workspace: each opens on its first use, and closes when it changes or is no longer allowed. */
import { WorkbenchError } from '../../base/errors.ts';
import { isSameData } from '../../base/json.ts';
import { missingFoldersOf, sourceAsks } from '../../trust/workspace-asks.ts';
import type { SourceOpener, SourceOptions } from './open-source.ts';
import type { Retriever } from './retriever.ts';
import type { FoundSource } from './source-files.ts';

interface OpenSource {
  readonly source: FoundSource;
  readonly retriever: Promise<Retriever>;
}

export class OpenSources {
  readonly #opener: SourceOpener;
  readonly #trust: SourceOptions['trust'];
  readonly #onChange: () => void;
  readonly #openSources = new Map<string, OpenSource>();
  #isClosed = false;

  /** @param onChange called when the state of a source changes */
  constructor(opener: SourceOpener, trust: SourceOptions['trust'], onChange: () => void) {
    this.#opener = opener;
    this.#trust = trust;
    this.#onChange = onChange;
  }

  /** Opens a source, and closes an open one with the same name and another definition. */
  async open(source: FoundSource): Promise<Retriever> {
    const { name } = source;
    const previous = this.#openSources.get(name);
    if (previous && isSameDefinition(previous.source, source)) return previous.retriever;
    if (this.#isClosed)
      throw new WorkbenchError('unavailable', 'The program is closing: search again when it is open.');
    const openSource = { source, retriever: this.#opener.open(source, this.#onChange) };
    this.#openSources.set(name, openSource);
    openSource.retriever.catch(() => this.#openSources.get(name) === openSource && this.#openSources.delete(name));
    await closeSource(previous);
    return openSource.retriever;
  }

  /**
   * Closes a source that is no longer allowed: its program, its connection, its folder watchers.
   * @returns the source to open, without folders that do not exist: one may appear before it is read
   * @throws NotAllowedError
   */
  async permit(source: FoundSource): Promise<FoundSource> {
    const { name } = source;
    // Wolfram|Alpha checks permission itself, once there is an AppID.
    if (source.definition.type === 'WolframAlpha') return source;
    try {
      const permittedSource = withoutFolders(source, await missingFoldersOf(source.definition, this.#trust));
      await this.#trust.require(sourceAsks(permittedSource.definition, this.#trust.root));
      return permittedSource;
    } catch (error) {
      const knownSource = this.#openSources.get(name);
      this.#openSources.delete(name);
      await closeSource(knownSource);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closingSources = [...this.#openSources.values()];
    this.#openSources.clear();
    await Promise.all(closingSources.map(closeSource));
    await this.#opener.close();
  }
}

async function closeSource(source: OpenSource | undefined): Promise<void> {
  await source?.retriever.then((retriever) => retriever.close()).catch(() => undefined);
}

function withoutFolders(source: FoundSource, missingFolders: readonly string[]): FoundSource {
  const { definition } = source;
  if (definition.type !== 'Documentation' || missingFolders.length === 0) return source;
  const folders = definition.folders.filter((folder) => !missingFolders.includes(folder));
  return { ...source, definition: { ...definition, folders }, missingFolders };
}

/** Marks, titles and descriptions do not affect searches. */
function isSameDefinition(a: FoundSource, b: FoundSource): boolean {
  const withoutJudgements = ({
    definition: { judgedQueries: _, title: __, description: ___, ...definition },
    missingFolders = [],
  }: FoundSource) => [definition, missingFolders];
  return isSameData(withoutJudgements(a), withoutJudgements(b));
}
