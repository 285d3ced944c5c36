/** Tries values that break out of their place in the finished text. */
import { type Attack, aroundMarker, attacksOn, hasBrokenOut, marker } from '../model/fence/escapes.ts';
import type { Difference } from './evaluate.ts';
import type { Subject } from './subject.ts';

/**
 * @param names of the arguments that take any text
 * @param ask the answer with another value of one argument
 * @returns the first value that breaks out; undefined if none does
 */
export async function escapeOf(
  names: readonly string[],
  ask: (name: string, value: string) => Promise<Subject>,
): Promise<Difference | undefined> {
  for (const name of names) {
    const plain = await ask(name, marker);
    if (plain.kind === 'error') continue;
    for (const attack of attacksOn(aroundMarker(plain.text))) {
      const attacked = await ask(name, attack.value);
      if (attacked.kind === 'text' && hasBrokenOut(attack, plain.text, attacked.text))
        return { message: sentenceOf(name, attack) };
    }
  }
  return undefined;
}

function sentenceOf(name: string, { value, effect }: Attack): string {
  return `can be broken out of: the value ${JSON.stringify(value)} of ${name} ${effect}; write Fence: boundary beside its StringTemplate`;
}
