/** Reads source definitions from the plain data of YAML or JSON. */

import { isJsonObject, type JsonObject } from '../base/json.ts';
import { nearestName } from '../base/near-names.ts';
import { canonicalise } from './canonical.ts';
import type { JudgedQuery, SourceDefinition } from './definitions.ts';
import { environmentNames } from './problems/environment-text.ts';
import { error, listed, type Report, readFields, warning } from './problems/findings.ts';
import { privateKindOf, privateRoot } from './problems/private-paths.ts';
import type { Finding } from './problems/problems.ts';
import { refuseClashes } from './prompt/prompt.ts';
import { sources } from './schemas/source.ts';

const types = Object.keys(sources) as (keyof typeof sources)[];

/**
 * Reads one source definition. Never throws.
 * @param data plain data with keys in any case
 * @returns the definition unless it has an error, and the findings, located by canonical paths from the root
 */
export function readSource(data: unknown): { source?: SourceDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidSourceSpecification', findings: [] };
  const { value, clashes } = canonicalise('source', data);
  refuseClashes(clashes, report);
  const source = readCanonicalSource(value, report);
  return source && clashes.length === 0 ? { source, findings: report.findings } : { findings: report.findings };
}

function readCanonicalSource(value: unknown, report: Report): SourceDefinition | undefined {
  if (!isJsonObject(value)) return error(report, [], `A source must have a Type: ${listed(types, 'or')}.`);
  const type = types.find((name) => name === value.Type);
  switch (type) {
    case 'Documentation': {
      const fields = readFields(sources.Documentation, value, [], report);
      for (const [index, folder] of (fields?.Folders ?? []).entries()) {
        const kind = privateKindOf(folder);
        if (kind !== undefined) warning(report, ['Folders', index], privateRoot(folder, kind));
      }
      return (
        fields && {
          type,
          ...shared(fields),
          folders: fields.Folders,
          ...(fields.Include && { include: fields.Include }),
          exclude: fields.Exclude ?? [],
        }
      );
    }
    case 'WolframAlpha': {
      const fields = readFields(sources.WolframAlpha, value, [], report);
      const baseUrl = fields?.BaseUrl?.replace(/\/+$/, '');
      return fields && { type, ...shared(fields), ...(baseUrl !== undefined && { baseUrl }) };
    }
    case 'MCP':
      return readMcpSource(value, report);
    case undefined: {
      const near = typeof value.Type === 'string' ? nearestName(value.Type, types) : undefined;
      const advice = near ? `did you mean ${near}?` : `write ${listed(types, 'or')}.`;
      const at = Object.hasOwn(value, 'Type') ? ['Type'] : [];
      return error(report, at, `${at.length === 0 ? 'A source needs a Type' : 'Unknown source Type'}: ${advice}`);
    }
  }
}

function readMcpSource(value: JsonObject, report: Report): SourceDefinition | undefined {
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
  const rest = { ...shared(fields), tool, argument, fixed: fields.Arguments ?? {} };
  if (Object.hasOwn(rest.fixed, argument)) {
    const message = `The query fills ${argument}, so this value is ignored: remove it.`;
    warning(report, ['Arguments', argument], message);
  }
  if (command !== undefined && url === undefined) {
    if (fields.Headers) warning(report, ['Headers'], 'Headers apply only to a Url: remove them.');
    warnOfSecrets('Env', env, report);
    return { type: 'MCP', ...rest, server: { kind: 'command', command, args, env } };
  }
  if (url !== undefined && command === undefined) {
    if (fields.Args || fields.Env) warning(report, [], 'Args and Env apply only to a Command: remove them.');
    warnOfSecrets('Headers', headers, report);
    return { type: 'MCP', ...rest, server: { kind: 'url', url, headers } };
  }
  const message = 'An MCP source needs either Command, a program to start, or Url, an address: write one of them.';
  return error(report, [], message);
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

function shared(fields: SharedFields): { title?: string; description?: string; judged: readonly JudgedQuery[] } {
  return {
    ...(fields.Title !== undefined && { title: fields.Title }),
    ...(fields.Description !== undefined && { description: fields.Description }),
    judged: (fields.Judged ?? []).map(({ Query: query, Right: right = [], Wrong: wrong = [] }) => ({
      query,
      right,
      wrong,
    })),
  };
}
