/** Reads source definitions from the plain data of YAML or JSON. */

import { isJsonObject, type JsonObject } from '../base/json.ts';
import { nearestName } from '../base/text/near-names.ts';
import { wordList } from '../base/text/word-list.ts';
import { canonicalise } from './canonical.ts';
import type { Embeddings, JudgedQuery, SourceDefinition } from './definitions.ts';
import { environmentNames } from './problems/environment-text.ts';
import { error, type Report, readFields, warning } from './problems/findings.ts';
import { privateKindOf, privateRoot } from './problems/private-paths.ts';
import type { Finding } from './problems/problems.ts';
import { refuseClashes } from './prompt/prompt.ts';
import { embeddings, sources } from './schemas/source.ts';
import { readWeb } from './web-pages.ts';

const types = Object.keys(sources) as (keyof typeof sources)[];

interface ReadSource {
  readonly source?: SourceDefinition;
  /** What is left to fill in, as an instruction: a source that is not set up yet has neither a definition nor an error. */
  readonly instruction?: string;
}

/**
 * Reads one source definition. Never throws.
 * @param data plain data with keys in any case
 * @returns the definition unless it has an error or is not set up yet, and the findings, located by canonical paths from
 *   the root
 */
export function readSource(data: unknown): ReadSource & { readonly findings: Finding[] } {
  const report: Report = { tag: 'InvalidSourceSpecification', findings: [] };
  const { value, clashes } = canonicalise('source', data);
  refuseClashes(clashes, report);
  const result = readCanonicalSource(value, report);
  return result && clashes.length === 0 ? { ...result, findings: report.findings } : { findings: report.findings };
}

function readCanonicalSource(value: unknown, report: Report): ReadSource | undefined {
  if (!isJsonObject(value)) return error(report, [], `A source must have a Type: ${wordList(types, 'or')}.`);
  const type = types.find((name) => name === value.Type);
  switch (type) {
    case 'Documentation': {
      const fields = readFields(sources.Documentation, value, [], report, ['Embeddings', 'Web']);
      const service = readEmbeddings(value.Embeddings, report);
      const web = readWeb(value.Web, report);
      const folders = fields?.Folders ?? [];
      for (const [index, folder] of folders.entries()) {
        const kind = privateKindOf(folder);
        if (kind !== undefined) warning(report, ['Folders', index], privateRoot(folder, kind));
      }
      if (!fields || !web || service === undefined) return undefined;
      if (folders.length === 0 && web.length === 0) return { instruction: 'Name a folder or a file to read.' };
      const { Include: include, Exclude: exclude = [], DocComments: docComments, BaseUrl: baseUrl } = fields;
      const { Version: version, Synonyms: synonyms } = fields;
      const folderFields = { folders, ...(web.length > 0 && { web }), ...(include && { include }), exclude };
      const definition = { type, ...readSharedFields(fields), ...folderFields };
      const otherFields = {
        ...(docComments && { docComments }),
        ...(baseUrl && { baseUrl }),
        ...(version !== undefined && { version }),
        ...(synonyms && { synonyms }),
      };
      return { source: { ...definition, ...otherFields, ...(service !== 'none' && { embeddings: service }) } };
    }
    case 'WolframAlpha': {
      const fields = readFields(sources.WolframAlpha, value, [], report);
      const baseUrl = fields?.BaseUrl?.replace(/\/+$/, '');
      return fields && { source: { type, ...readSharedFields(fields), ...(baseUrl !== undefined && { baseUrl }) } };
    }
    case 'MCP':
      return readMcpSource(value, report);
    case undefined: {
      const suggestion = typeof value.Type === 'string' ? nearestName(value.Type, types) : undefined;
      const advice = suggestion ? `did you mean ${suggestion}?` : `write ${wordList(types, 'or')}.`;
      const at = Object.hasOwn(value, 'Type') ? ['Type'] : [];
      return error(report, at, `${at.length === 0 ? 'A source needs a Type' : 'Unknown source Type'}: ${advice}`);
    }
  }
}

/** `none` without a complete entry; undefined after an error. */
function readEmbeddings(data: unknown, report: Report): Embeddings | 'none' | undefined {
  if (data === undefined || data === null) return 'none';
  const at = ['Embeddings'];
  if (!isJsonObject(data)) return error(report, at, 'Embeddings must be a set of keys and values.');
  const fields = readFields(embeddings, data, at, report);
  if (!fields) return undefined;
  const { Address: address, Model: model, Key: key, QueryPrefix: queryPrefix, PassagePrefix: passagePrefix } = fields;
  // Emptying the last field in the window leaves an empty map.
  if (Object.keys(fields).length === 0) return 'none';
  if (address === undefined || model === undefined) {
    const missingKeys = [...(address === undefined ? ['an Address'] : []), ...(model === undefined ? ['a Model'] : [])];
    warning(report, at, `Embeddings are not used yet: add ${wordList(missingKeys, 'and')}.`);
    return 'none';
  }
  return {
    address,
    model,
    ...(key !== undefined && { key }),
    ...(queryPrefix && { queryPrefix }),
    ...(passagePrefix && { passagePrefix }),
  };
}

function readMcpSource(value: JsonObject, report: Report): ReadSource | undefined {
  const fields = readFields(sources.MCP, value, [], report);
  if (!fields) return undefined;
  const {
    Command: command,
    Args: args = [],
    Env: env = {},
    Url: url,
    Headers: headers = {},
    Tool: tool,
    Argument: argument = 'query',
  } = fields;
  const fixedArguments = fields.Arguments ?? {};
  if (Object.hasOwn(fixedArguments, argument)) {
    const message = `The query fills ${argument}, so this value is ignored: remove it.`;
    warning(report, ['Arguments', argument], message);
  }
  if (command !== undefined && url !== undefined)
    return error(
      report,
      [],
      'An MCP source has either Command, a program to start, or Url, an address: remove one of them.',
    );
  if (command !== undefined) {
    if (fields.Headers) warning(report, ['Headers'], 'Headers apply only to a Url: remove them.');
    warnOfSecrets('Env', env, report);
  }
  if (url !== undefined) {
    if (fields.Args || fields.Env) warning(report, [], 'Args and Env apply only to a Command: remove them.');
    warnOfSecrets('Headers', headers, report);
  }
  const server =
    command !== undefined
      ? ({ kind: 'command', command, args, env } as const)
      : url !== undefined && ({ kind: 'url', url, headers } as const);
  if (!server) return { instruction: 'Name the program of an MCP server, or its address.' };
  if (tool === undefined) return { instruction: 'Name the tool to call.' };
  return { source: { type: 'MCP', ...readSharedFields(fields), tool, argument, fixed: fixedArguments, server } };
}

/** Files are shared, and their history keeps removed secrets, so a literal value under a secret's name is a warning. */
function warnOfSecrets(key: 'Env' | 'Headers', values: Readonly<Record<string, string>>, report: Report): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || environmentNames(value).length > 0 || !/auth|cookie|key|secret|token/i.test(name)) continue;
    const message = `${name} looks like a secret in plain text: write \${NAME} instead, and set that environment variable.`;
    warning(report, [key, name], message);
  }
}

interface SharedFields {
  readonly Title?: string | undefined;
  readonly Description?: string | undefined;
  readonly Judged?:
    | readonly {
        readonly Query: string;
        readonly Right?: readonly string[] | undefined;
        readonly Wrong?: readonly string[] | undefined;
      }[]
    | undefined;
}

function readSharedFields(fields: SharedFields): {
  title?: string;
  description?: string;
  judgedQueries: readonly JudgedQuery[];
} {
  return {
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    judgedQueries: (fields.Judged ?? []).map(({ Query: query, Right: right = [], Wrong: wrongLocations = [] }) => ({
      query,
      right,
      wrong: wrongLocations,
    })),
  };
}
