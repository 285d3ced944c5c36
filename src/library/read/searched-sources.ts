/** The sources that prompts and tools search by name, and warnings about unknown ones. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';
import { nearestName } from '../../base/near-names.ts';
import { builtinSources } from '../../model/builtin/sources.ts';
import type { DefinitionKind } from '../../model/definitions.ts';
import { quoted } from '../../model/problems/findings.ts';
import type { Problem } from '../../model/problems/problems.ts';
import type { DefinitionFile } from './definition-file.ts';
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
export function sourcesWithin(value: unknown, at: KeyPath): readonly SourceName[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => sourcesWithin(item, [...at, index]));
  if (!isJsonObject(value)) return [];
  const { Sources: names } = value;
  const own = Array.isArray(names)
    ? names.flatMap((name, index) => (typeof name === 'string' ? [{ name, at: [...at, 'Sources', index] }] : []))
    : [];
  const upstream = isJsonObject(value.MCP) ? value.MCP.Source : undefined;
  return [
    ...own,
    ...(typeof upstream === 'string' ? [{ name: upstream, at: [...at, 'MCP', 'Source'] }] : []),
    ...['Search', 'Messages', 'Content', 'Blocks'].flatMap((key) => sourcesWithin(value[key], [...at, key])),
  ];
}

/** The names of all sources of a workspace, its `own` and the built-in ones. */
export function sourceNames(own: Iterable<string>): ReadonlySet<string> {
  return new Set([...builtinSources.keys(), ...own]);
}

/** A warning for each unknown name. The prompt is served all the same, and its results name the missing source. */
export function missingSources(
  { file, searches = [] }: DefinitionFile,
  names: ReadonlySet<string>,
): readonly Problem[] {
  return searches.flatMap(({ name, at, place }): Problem[] => {
    if (names.has(name)) return [];
    const near = nearestName(name, names);
    const advice = near === undefined ? `write sources/${name}.yaml.` : `did you mean ${near}?`;
    const message = `There is no source named ${quoted(name)}: ${advice}`;
    return [{ tag: 'SourceNameNotFound', severity: 'warning', message, at, file, ...place }];
  });
}
