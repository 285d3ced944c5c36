/** Source definitions: checked and kept. Searching them is a capability of its own. */
import { canonicalise } from './canonical.ts';
import type { SourceDefinition } from './definitions.ts';
import { error, listed, type Report, readFields, warning } from './findings.ts';
import { isJsonObject } from './json.ts';
import { nearestName } from './near-names.ts';
import type { Finding } from './problems.ts';
import { refuseClashes } from './prompt.ts';
import { sources } from './schemas/source.ts';

const types = Object.keys(sources) as (keyof typeof sources)[];

/**
 * Reads one source definition. Pure, and never throws, whatever the data is.
 * @param data plain data with keys in any case
 * @returns the definition, absent when there is an error; and the findings, located by canonical paths from the root
 */
export function readSource(data: unknown): { source?: SourceDefinition; findings: Finding[] } {
  const report: Report = { tag: 'InvalidSourceSpecification', findings: [] };
  const { value, clashes } = canonicalise('source', data);
  refuseClashes(clashes, report);
  const source = readCanonicalSource(value, report);
  if (!source || clashes.length > 0) return { findings: report.findings };
  warning(report, ['Type'], 'This source is kept, but this version does not search yet.', 'NotServed');
  return { source, findings: report.findings };
}

function readCanonicalSource(value: unknown, report: Report): SourceDefinition | undefined {
  if (!isJsonObject(value)) return error(report, [], `A source must have a Type: ${listed(types, 'or')}.`);
  const type = types.find((name) => name === value.Type);
  if (!type) {
    const near = typeof value.Type === 'string' ? nearestName(value.Type, types) : undefined;
    const advice = near ? `did you mean ${near}?` : `write ${listed(types, 'or')}.`;
    return error(
      report,
      Object.hasOwn(value, 'Type') ? ['Type'] : [],
      `A source needs a Type that is known: ${advice}`,
    );
  }
  const fields = readFields(sources[type], value, [], report);
  if (!fields) return undefined;
  if (type === 'MCP' && (value.Command === undefined) === (value.Url === undefined)) {
    return error(
      report,
      [],
      'An MCP source needs either Command, a program to start, or Url, an address: write one of them.',
    );
  }
  return { type };
}
