/** Warns of entries in `access.yaml` that name nothing: a misspelt name hides what it should show. */

import type { KeyPath } from '../../base/json.ts';
import { nearestName } from '../../base/text/near-names.ts';
import type { ResolvedServer } from '../../model/definitions.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { locateWarning, readAccess } from './access-file.ts';
import type { GrantData } from './access-schema.ts';
import { namePattern } from './name-pattern.ts';

/** Finds entries that match nothing. @param text of the file @param servers by the names of their files */
export function findUnknownNames(text: string, servers: ReadonlyMap<string, ResolvedServer>): Problem[] {
  const { data } = readAccess(text);
  if (!data) return [];
  const lists: (readonly [KeyPath, readonly GrantData[]])[] = [
    [['Everyone'], data.Everyone ?? []],
    ...Object.entries(data.Groups ?? {}).map(([group, grants]) => [['Groups', group], grants] as const),
  ];
  const problems = lists.flatMap(([at, grants]) =>
    grants.flatMap((grant, index) => unknownIn(grant, [...at, index], servers)),
  );
  return problems.map(({ at, message }) => locateWarning(text, at, message));
}

interface UnknownName {
  readonly at: KeyPath;
  readonly message: string;
}

function unknownIn(grant: GrantData, at: KeyPath, servers: ReadonlyMap<string, ResolvedServer>): UnknownName[] {
  const pattern = typeof grant === 'string' ? grant : grant.Server;
  const matches = [...servers].filter(([name]) => namePattern(pattern)(name)).map(([, server]) => server);
  if (matches.length === 0)
    return [
      {
        at: typeof grant === 'string' ? at : [...at, 'Server'],
        message: `There is no server "${pattern}": ${advice(pattern, [...servers.keys()])}`,
      },
    ];
  if (typeof grant === 'string') return [];
  const prompts = matches.flatMap((server) => server.prompts.map(({ name }) => name));
  const tools = matches.flatMap((server) => server.tools.map(({ name }) => name));
  const findUnknown = (key: 'Prompts' | 'Tools' | 'Except', noun: string, names: readonly string[]) =>
    (grant[key] ?? []).flatMap((value, index) =>
      names.some(namePattern(value))
        ? []
        : [
            {
              at: [...at, key, index],
              message: `There is no ${noun} "${value}" in ${pattern}: ${advice(value, names)}`,
            },
          ],
    );
  return [
    ...findUnknown('Prompts', 'prompt', prompts),
    ...findUnknown('Tools', 'tool', tools),
    ...findUnknown('Except', 'prompt or tool', [...prompts, ...tools]),
  ];
}

function advice(name: string, names: readonly string[]): string {
  const suggestion = nearestName(name.replaceAll('*', ''), names);
  return suggestion === undefined ? 'correct it, or remove it.' : `did you mean ${suggestion}?`;
}
