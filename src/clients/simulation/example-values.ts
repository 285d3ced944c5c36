/** Values for looking at a prompt of which nobody said what they would be. */
import type { PromptDefinition } from '../../model/definitions.ts';
import type { Values } from './line.ts';

/** The first sample, else for each argument what it offers, its default, or two words: one alone would hide much. */
export function lensValues({ samples, arguments: declared }: PromptDefinition): Values {
  const [sample] = samples;
  if (sample) return sample.arguments;
  return Object.fromEntries(
    declared.map(({ name, complete, default: byDefault }) => {
      const offered = complete?.kind === 'values' ? complete.values[0] : undefined;
      return [name, offered ?? byDefault ?? 'two words'];
    }),
  );
}
