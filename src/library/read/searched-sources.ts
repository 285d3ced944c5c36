/** The sources that prompts and tools search by name, and problems of unknown ones. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { builtinSources } from '../../model/builtin/sources.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { quote } from '../../model/problems/findings.ts';
import type { Problem } from '../../model/problems/problems.ts';
import type { DefinitionFile } from './definition/definition-file.ts';
import { definitionPaths } from './definition-paths.ts';

interface SourceName {
  readonly name: string;
  readonly at: KeyPath;
}

/** The source names in the prompts and tools of a file (canonical data), with their places. */
export function sourceReferences(kind: DefinitionKind, data: unknown): readonly SourceName[] {
  return definitionPaths(kind, data).flatMap((definition) => {
    const content = [...definition, 'Content'];
    return sourcesWithin(valueAt(data, content), content);
  });
}

/** Names under `Sources` or `MCP` in a content (canonical data), with their places. */
function sourcesWithin(value: unknown, at: KeyPath): readonly SourceName[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => sourcesWithin(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const { Sources: names } = value;
  const searches = Array.isArray(names)
    ? names.flatMap((name, index) => (typeof name === 'string' ? [{ name, at: [...at, 'Sources', index] }] : []))
    : [];
  const upstream = isJsonObject(value.MCP) ? value.MCP.Source : undefined;
  return [
    ...searches,
    ...(typeof upstream === 'string' ? [{ name: upstream, at: [...at, 'MCP', 'Source'] }] : []),
    ...['Search', 'Read', 'Messages', 'Content', 'Blocks'].flatMap((key) => sourcesWithin(value[key], [...at, key])),
  ];
}

/** The names of all sources of a workspace, its own and the built-in ones. */
export function sourceNames(ownNames: Iterable<string>): ReadonlySet<string> {
  return new Set([...builtinSources.keys(), ...ownNames]);
}

/** Identifies the search that a reference belongs to: the names of one list are searched together. */
export function searchKey({ at }: { readonly at: KeyPath }): string {
  return JSON.stringify(at.slice(0, -1));
}

/**
 * A problem for each unknown name. The prompt is served all the same: while another source of the search exists, its
 * results name the missing one, which is a warning; otherwise the search fails, which is an error.
 */
export function missingSources(
  { file, searches = [] }: DefinitionFile,
  names: ReadonlySet<string>,
): readonly Problem[] {
  const possibleKeys = new Set(searches.filter(({ name }) => names.has(name)).map(searchKey));
  return searches.flatMap((search): Problem[] => {
    const { name, at, place } = search;
    if (names.has(name)) return [];
    const suggestion = nearestName(name, names);
    const advice = suggestion === undefined ? 'create it, or choose another source.' : `did you mean ${suggestion}?`;
    const severity = possibleKeys.has(searchKey(search)) ? 'warning' : 'error';
    const effect = severity === 'error' ? ', so this search fails' : '';
    const message = `There is no source named ${quote(name)}${effect}: ${advice}`;
    const subject = suggestion === undefined ? {} : { subject: { kind: 'name' as const, near: suggestion } };
    return [{ tag: 'SourceNameNotFound', severity, message, at, file, ...place, ...subject }];
  });
}
