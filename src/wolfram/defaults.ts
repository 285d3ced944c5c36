/** `$DefaultMCPPrompts` and `$DefaultMCPTools` as values of the language, so that definitions can refer to them. */
import { defaultPrompts } from '../model/builtin/builtin.ts';
import { defaultTools, toolsElsewhere } from '../model/builtin/builtin-tools.ts';
import type { Expression, Range } from './syntax/expression.ts';
import { headName, withoutContext } from './syntax/symbols.ts';

const promptList = '$DefaultMCPPrompts';
const toolList = '$DefaultMCPTools';

/** The value of one of the two symbols; undefined for any other. */
export function defaultValue(name: string, { start, end }: Range): Expression | undefined {
  const place = { start, end };
  const text = (value: string): Expression => ({ kind: 'string', value, ...place });
  const rule = (key: string, rightSide: Expression): Expression => ({
    kind: 'rule',
    isDelayed: false,
    leftSide: text(key),
    rightSide,
    ...place,
  });
  const association = (entries: readonly Expression[]): Expression => ({ kind: 'association', entries, ...place });
  const reference = (list: string, key: string): Expression => ({
    kind: 'call',
    head: { kind: 'symbol', name: list, ...place },
    arguments: [text(key)],
    ...place,
  });
  switch (withoutContext(name)) {
    case toolList:
      return association(
        [...defaultTools.keys(), ...toolsElsewhere.keys()].map((key) => rule(key, reference(toolList, key))),
      );
    case promptList:
      return association(
        [...defaultPrompts].map(([key, prompt]) =>
          rule(
            key,
            association([
              rule('Name', text(prompt.name)),
              rule('Description', text(prompt.description ?? '')),
              rule('Arguments', {
                kind: 'list',
                items: prompt.arguments.map((argument) =>
                  association([
                    rule('Name', text(argument.name)),
                    rule('Description', text(argument.description ?? '')),
                    rule('Required', { kind: 'symbol', name: argument.required ? 'True' : 'False', ...place }),
                  ]),
                ),
                ...place,
              }),
              rule('Type', text('Function')),
              rule('Content', {
                ...reference(promptList, key),
                kind: 'call',
                head: reference(promptList, key),
                arguments: [text('Content')],
              }),
            ]),
          ),
        ),
      );
    default:
      return undefined;
  }
}

/** The catalogue name in `$DefaultMCPPrompts["name"]["Content"]`. */
export function defaultContent(node: Expression): string | undefined {
  if (node.kind !== 'call' || node.head.kind !== 'call') return undefined;
  const [key] = node.arguments;
  if (key?.kind !== 'string' || key.value !== 'Content' || headName(node.head) !== promptList) return undefined;
  const [name] = node.head.arguments;
  return name?.kind === 'string' && defaultPrompts.has(name.value) ? name.value : undefined;
}

/** The catalogue name of an association that is one of `$DefaultMCPPrompts`, unchanged. */
export function defaultPromptName(node: Expression): string | undefined {
  if (node.kind !== 'association') return undefined;
  const content = node.entries.find(
    (entry) => entry.kind === 'rule' && entry.leftSide.kind === 'string' && entry.leftSide.value === 'Content',
  );
  const name = content?.kind === 'rule' ? defaultContent(content.rightSide) : undefined;
  if (name === undefined) return undefined;
  const allDefaults = defaultValue(promptList, node);
  const ownDefault =
    allDefaults?.kind === 'association'
      ? allDefaults.entries.find((entry) => entry.kind === 'rule' && textOf(entry.leftSide) === name)
      : undefined;
  return ownDefault?.kind === 'rule' && withoutPlaces(ownDefault.rightSide) === withoutPlaces(node) ? name : undefined;
}

/** The catalogue name in `$DefaultMCPTools["name"]`. */
export function defaultToolName(node: Expression): string | undefined {
  const [name] = node.kind === 'call' && headName(node) === toolList ? node.arguments : [];
  return name?.kind === 'string' ? name.value : undefined;
}

function textOf(node: Expression): string | undefined {
  return node.kind === 'string' ? node.value : undefined;
}

function withoutPlaces(node: Expression): string {
  return JSON.stringify(node, (key, value) => (key === 'start' || key === 'end' ? undefined : value));
}

/** Built-in searches: the sources, the prompt and the tool of the reference. */
export const searches = [
  { sources: ['WolframAlpha', 'WolframLanguageDocumentation'], prompt: 'WolframSearch', tool: 'WolframContext' },
  { sources: ['WolframLanguageDocumentation'], prompt: 'WolframLanguageSearch', tool: 'WolframLanguageContext' },
  { sources: ['WolframAlpha'], prompt: 'WolframAlphaSearch', tool: 'WolframAlphaContext' },
] as const;
