/**
 * What the person who installs a package decides and enters: a switch for each ask, and a field for each secret. Client
 * applications that have settings show them (`userConfig` of Claude Code's plugins, `user_config` of bundles) and pass them to
 * the program in its environment.
 */
import { wordList } from '../base/text/word-list.ts';
import {
  type Ask,
  appIdVariable,
  asksOfEmbeddings,
  asksOfSource,
  describeAsk,
  isAllowedByTrust,
} from '../model/asks.ts';
import { environmentNames } from '../model/problems/environment-text.ts';
import { askId } from '../trust/ask-id.ts';
import { allowVariable } from './environment.ts';
import type { NamedSource } from './parts-of-server.ts';

export interface AskSetting {
  readonly key: string;
  readonly ask: Ask;
  readonly id: string;
  /** `Run its functions`. */
  readonly title: string;
  /** The definitions that ask, as files of the workspace. */
  readonly from: readonly string[];
  /**
   * The variable that carries the switch. Absent if no switch can decide: a person has to read the code first, or the ask names
   * folders, which differ between computers.
   */
  readonly variable?: string;
}

export interface SecretSetting {
  readonly key: string;
  /** The variable of the environment that the workspace's files name. */
  readonly name: string;
  /** What it is for, in one sentence. */
  readonly purpose: string;
}

export interface PackageSettings {
  readonly asks: readonly AskSetting[];
  readonly secrets: readonly SecretSetting[];
}

/** @param asks of the server's files, each with the files that ask */
export function settingsOf(
  asks: readonly { readonly ask: Ask; readonly from: readonly string[] }[],
  sources: readonly NamedSource[],
): PackageSettings {
  const numbers = new Map<string, number>();
  return {
    asks: asks.map(({ ask, from }): AskSetting => {
      const number = (numbers.get(ask.kind) ?? 0) + 1;
      numbers.set(ask.kind, number);
      const key = `allow_${ask.kind}${number === 1 ? '' : `_${number}`}`;
      const setting = { key, ask, id: askId(ask), title: describeAsk(ask), from };
      return hasSwitch(ask) ? { ...setting, variable: allowVariable(ask) } : setting;
    }),
    secrets: secretsOf(sources),
  };
}

function hasSwitch(ask: Ask): boolean {
  // A private address is safe to show in one line: it is named in full.
  return ask.kind !== 'folder' && (isAllowedByTrust(ask) || ask.kind === 'address');
}

function secretsOf(sources: readonly NamedSource[]): readonly SecretSetting[] {
  const uses = new Map<string, Set<string>>();
  const add = (name: string, use: string) => uses.set(name, (uses.get(name) ?? new Set()).add(use));
  for (const { name, definition } of sources) {
    const asks = [...asksOfSource(definition, () => undefined), ...asksOfEmbeddings(definition, (folder) => folder)];
    for (const ask of asks) if (ask.kind === 'variable') add(ask.name, `the source ${name} sends it to ${ask.to}`);
    if (definition.type === 'WolframAlpha')
      add(appIdVariable, `the source ${name} sends it to Wolfram|Alpha (get one at developer.wolframalpha.com)`);
    if (definition.type !== 'MCP') continue;
    const { server } = definition;
    const values = server.kind === 'url' ? Object.values(server.headers) : Object.values(server.env);
    for (const variable of values.flatMap(environmentNames)) add(variable, `the source ${name} uses it`);
  }
  return [...uses].map(([name, allUses]) => ({
    key: name.toLowerCase(),
    name,
    purpose: `${name}: ${wordList([...allUses].filter((use, index) => index === 0 || !use.endsWith('uses it')))}.`,
  }));
}
