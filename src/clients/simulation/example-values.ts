/** Values for a simulation without values. */
import type { Argument, PromptDefinition } from '../../model/definitions.ts';
import type { Values } from './line-split.ts';

/**
 * The first sample; else for each argument its first completion, its default, or a value of its kind: two words, as one
 * word would hide losses.
 */
export function exampleValues({ samples, arguments: declaredArguments }: PromptDefinition): Values {
  const [sample] = samples;
  if (sample) return sample.arguments;
  return Object.fromEntries(
    declaredArguments.map((argument) => {
      const { complete } = argument;
      const completion = complete?.kind === 'values' ? complete.values[0] : undefined;
      return [argument.name, completion ?? argument.default ?? valueOfKind(argument)];
    }),
  );
}

function valueOfKind({ kind, choices, minimum, maximum }: Argument): string {
  switch (kind) {
    case 'choice':
    case 'choices':
      return choices?.[0]?.value ?? '';
    case 'number':
    case 'integer':
      return `${minimum === undefined ? Math.min(1, maximum ?? 1) : Math.ceil(minimum)}`;
    case 'boolean':
      return 'true';
    case 'date':
      return '2026-01-31';
    case 'email':
      return 'ada@example.com';
    case 'url':
      return 'https://example.com/';
    default:
      return 'two words';
  }
}
