/** From a source's definition to the open source, by its type. */
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

export interface SourceWorld {
  /** The workspace's real path. */
  readonly root: string;
  readonly cacheDir: string;
  /** The built command line; the indexing worker stands beside it. */
  readonly cliFile: string;
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: SecretStore;
  readonly trust: Pick<Trust, 'require'>;
  readonly log: (line: string) => void;
  /** Told whenever the state of a source has changed. */
  readonly onchange: () => void;
  /** How long a search waits for an index. Milliseconds. */
  readonly patience?: number;
}

export interface SourceOpener {
  /** The source, once it is allowed: `open` does not ask. */
  open(source: FoundSource): Promise<Retriever>;
  close(): Promise<void>;
}

/** What each kind needs is loaded when the first source of its kind is opened. */
export function createSourceOpener(world: SourceWorld): SourceOpener {
  const { root, secrets, env, trust, log } = world;
  let indexer: Indexer | undefined;

  async function documentation(name: string, definition: DocumentationSource): Promise<Retriever> {
    const own = definition.folders.filter((folder) => folder !== wolframLanguage);
    const isLanguage = own.length < definition.folders.length;
    const installation = isLanguage ? findInstallation(env) : undefined;
    const folders = [...own, ...(installation?.folders ?? [])];
    const starter = isLanguage ? await import('./documentation/reference-source.ts') : undefined;
    if (folders.length === 0 && starter) return starter.openReferenceSource();
    indexer ??= createIndexer({ workerFile: join(dirname(world.cliFile), 'indexer.mjs'), log });
    const { openDocumentation } = await import('./documentation/documentation-source.ts');
    const indexed = openDocumentation({
      settings: indexSettings(definition, folders, root),
      indexFile: join(world.cacheDir, 'documentation', workspaceKey(root), `${encodeURIComponent(name)}.index`),
      indexer: permitted(indexer, () => trust.require(sourceAsks(definition, root))),
      onchange: world.onchange,
      log,
      ...(world.patience !== undefined && { patience: world.patience }),
    });
    if (!starter) return indexed;
    const reference = starter.openReferenceSource();
    return installation ? starter.untilRead(indexed, reference) : starter.together(indexed, reference);
  }

  return {
    async open({ name, definition }) {
      switch (definition.type) {
        case 'Documentation':
          return documentation(name, definition);
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

/** An indexer that asks before each look at the files: folders are followed long after their source was opened. */
function permitted(indexer: Indexer, permit: () => Promise<void>): Pick<Indexer, 'make'> {
  return {
    async make(...request) {
      await permit();
      return indexer.make(...request);
    },
  };
}
