/** Values for a simulation without values. */
import type { PromptDefinition } from '../../model/definitions.ts';
import type { Values } from './line.ts';

/** The first sample; else for each argument its first completion, its default, or two words, as one word would hide losses. */
export function exampleValues({ samples, arguments: declared }: PromptDefinition): Values {
  const [sample] = samples;
  if (sample) return sample.arguments;
  return Object.fromEntries(
    declared.map(({ name, complete, default: byDefault }) => {
      const completion = complete?.kind === 'values' ? complete.values[0] : undefined;
      return [name, completion ?? byDefault ?? 'two words'];
    }),
  );
}
