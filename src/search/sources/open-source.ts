/** Opens sources by type. */
import { dirname, join } from 'node:path';
import { assertNever } from '../../base/assert-never.ts';
import { wolframLanguage } from '../../model/builtin/sources.ts';
import type { DocumentationSource } from '../../model/definitions.ts';
import { workspaceKey } from '../../state/paths.ts';
import type { SecretStore } from '../../state/secrets.ts';
import type { Trust } from '../../trust/trust.ts';
import { sourceAsks } from '../../trust/workspace-asks.ts';
import { createIndexer, type Indexer } from './documentation/indexer.ts';
import { indexSettings } from './documentation/settings.ts';
import { findInstallation } from './documentation/wolfram-installation.ts';
import type { Retriever } from './retriever.ts';
import type { FoundSource } from './source-files.ts';

export interface SourceOptions {
  readonly cacheDir: string;
  /** The built command line; the indexing worker is beside it. */
  readonly cliFile: string;
  readonly secrets: SecretStore;
  readonly trust: Trust;
  readonly log: (line: string) => void;
  /** How long a search waits for the first index of a source; default 20 s. */
  readonly indexWaitMs?: number;
  /** Whether sources are indexed again when their files change; true by default. */
  readonly watch?: boolean;
  /** Whether a person has to confirm before many files are read. */
  readonly confirmsReading?: boolean;
}

export interface SourceOpener {
  /** Opens a source that is already allowed. @param onchange called when the state of the source changes */
  open(source: FoundSource, onchange: () => void): Promise<Retriever>;
  close(): Promise<void>;
}

/** The code for each type is loaded when the first source of that type opens. */
export function createSourceOpener(options: SourceOptions): SourceOpener {
  const { secrets, trust, log, indexWaitMs, watch = true, confirmsReading = false } = options;
  const { root } = trust;
  const { env } = process;
  let indexer: Indexer | undefined;

  async function openFolders(
    { name, missingFolders = [] }: FoundSource,
    definition: DocumentationSource,
    onchange: () => void,
  ): Promise<Retriever> {
    const { web = [] } = definition;
    const ownFolders = definition.folders.filter((folder) => folder !== wolframLanguage);
    const includesLanguage = ownFolders.length < definition.folders.length;
    const installation = includesLanguage ? findInstallation(env) : undefined;
    const folders = [...ownFolders, ...(installation?.folders ?? [])];
    const starter = includesLanguage ? await import('./documentation/reference-source.ts') : undefined;
    if (folders.length + web.length === 0 && starter) return starter.openReferenceSource(definition.synonyms);
    indexer ??= createIndexer({ workerFile: join(dirname(options.cliFile), 'indexer.cjs'), log });
    const { openDocumentation } = await import('./documentation/documentation-source.ts');
    const { synonymsOf } = await import('../engine/query/synonym-lookup.ts');
    const copies = web.length > 0 ? await import('./web/copy-roots.ts') : undefined;
    const indexedRetriever = await openDocumentation({
      settings: indexSettings(definition, folders, root, copies?.copyRoots(options.cacheDir, root, web)),
      missingRoots: indexSettings(definition, missingFolders, root).roots,
      indexFile: join(options.cacheDir, 'documentation', workspaceKey(root), `${encodeURIComponent(name)}.index`),
      indexer: checkPermissionBefore(indexer, () => trust.require(sourceAsks(definition, root))),
      onchange,
      log,
      synonyms: synonymsOf(definition.synonyms, includesLanguage && installation !== undefined),
      watch,
      confirmsReading,
      ...(indexWaitMs !== undefined && { indexWaitMs }),
      ...(definition.version !== undefined && { version: definition.version }),
      ...(definition.baseUrl !== undefined && { baseUrl: definition.baseUrl }),
      ...(installation && { installedFolders: installation.folders }),
      ...(copies && { urlInCopy: copies.urlsInCopies() }),
    });
    if (!starter) return indexedRetriever;
    const reference = starter.openReferenceSource(definition.synonyms);
    return installation
      ? starter.answerFromReferenceUntilIndexed(indexedRetriever, reference)
      : starter.interleaveWithReference(indexedRetriever, reference);
  }

  return {
    async open(source, onchange) {
      const { name, definition } = source;
      switch (definition.type) {
        case 'Documentation': {
          const retriever = await openFolders(source, definition, onchange);
          const { embeddings, folders } = definition;
          if (!embeddings) return retriever;
          const { withEmbeddings } = await import('./embeddings/with-embeddings.ts');
          return withEmbeddings(retriever, {
            definition: { ...definition, embeddings, folders: [...folders, ...(source.missingFolders ?? [])] },
            env,
            trust,
            cacheFolder: join(options.cacheDir, 'embeddings'),
          });
        }
        case 'WolframAlpha': {
          const { openWolframAlpha } = await import('./wolfram-alpha/wolfram-alpha-source.ts');
          return openWolframAlpha({ definition, secrets, env, trust });
        }
        case 'MCP': {
          const { openMcpSource } = await import('./mcp/mcp-source.ts');
          return openMcpSource({ name, definition, workspaceDir: root, env, log });
        }
        default:
          return assertNever(definition);
      }
    },
    close: async () => indexer?.close(),
  };
}

/** Checks permission before every run, because folders are watched long after their source was opened. */
function checkPermissionBefore(indexer: Indexer, permit: () => Promise<void>): Pick<Indexer, 'make'> {
  return {
    async make(...request) {
      await permit();
      return indexer.make(...request);
    },
  };
}
