/** The definitions of sources; see `../definitions.ts`. */

/** A query with a person's judgement of its results: one case of the source's test set. */
export interface JudgedQuery {
  readonly query: string;
  /** Locations of pages that answer the query, as in search results. */
  readonly right: readonly string[];
  /** Locations of pages that were found and do not answer it. */
  readonly wrong: readonly string[];
}

/** What a search prompt searches. Its name is the name of its file. */
export type SourceDefinition = DocumentationSource | WolframAlphaSource | McpSource;

interface AnySource {
  readonly title?: string;
  readonly description?: string;
  readonly judgedQueries: readonly JudgedQuery[];
}

export interface DocumentationSource extends AnySource {
  readonly type: 'Documentation';
  /** Folders and files: absolute, under `~/`, relative to the workspace, or the name of a built-in reference. */
  readonly folders: readonly string[];
  /** What is fetched from the web. */
  readonly web?: readonly WebPages[];
  /** Patterns (`src/base/glob.ts`) of paths inside the folders; by default every format that can be read. */
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
  /** Whether the doc comments of programs are read. */
  readonly docComments?: boolean;
  /** The version of what the pages document. */
  readonly version?: string;
  /** Lines of what words of a query also mean (`readSynonyms`). */
  readonly synonyms?: readonly string[];
  /** Where the pages are on the web: the path of a page is added, or replaces `{path}` without its extension. */
  readonly baseUrl?: string;
  readonly embeddings?: Embeddings;
}

/** A service that turns texts into vectors: a server that answers `POST /embeddings` as OpenAI's does. */
export interface Embeddings {
  /** Without `/embeddings`: `http://127.0.0.1:11434/v1`. */
  readonly address: string;
  readonly model: string;
  /** The environment variable that has the key of the service. */
  readonly key?: string;
  /** Text before every query, which some models require. */
  readonly queryPrefix?: string;
  /** Text before every passage. */
  readonly passagePrefix?: string;
}

export type WebType = 'Page' | 'Sitemap' | 'LlmsTxt' | 'Git';

export type Refresh = 'Daily' | 'Weekly' | 'Monthly';

/** Pages on the web that are fetched into a copy in the cache folder, from one origin. */
export interface WebPages {
  /** `http:` or `https:`; of a git repository also `ssh:` or `file:`. */
  readonly url: string;
  readonly type: WebType;
  readonly version?: string;
  /** The path that the pages are below, without a slash at its end; empty for a whole origin. Unused for git. */
  readonly below: string;
  /** The number of links that may lead from `url` to a page. */
  readonly depth: number;
  readonly maxPages: number;
  readonly maxMegabytes: number;
  /** Between two requests. */
  readonly delaySeconds: number;
  /** How often they are fetched again; only on request without it. */
  readonly refresh?: Refresh;
  /** A branch or tag of a git repository. */
  readonly ref?: string;
  /** A folder of a git repository, POSIX. */
  readonly folder?: string;
}

export interface WolframAlphaSource extends AnySource {
  readonly type: 'WolframAlpha';
  /** The address of the LLM API, without a slash at its end; by default that of Wolfram|Alpha. */
  readonly baseUrl?: string;
}

export interface McpSource extends AnySource {
  readonly type: 'MCP';
  readonly server:
    | {
        readonly kind: 'command';
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
      }
    | {
        readonly kind: 'url';
        readonly url: string;
        /** Sent with every request; `${NAME}` in a value is replaced by an environment variable. */
        readonly headers: Readonly<Record<string, string>>;
      };
  readonly tool: string;
  /** The tool's argument for the query. */
  readonly argument: string;
  /** Values for other arguments of the tool. */
  readonly fixed: Readonly<Record<string, unknown>>;
}
