/** Tries values that break out of their place in the final text. */
import { type Attack, aroundMarker, attacksOn, attacksThrough, hasBrokenOut, marker } from '../model/fence/escapes.ts';
import type { Escape } from './evaluate.ts';
import type { Subject } from './subject.ts';

/**
 * Tries values of each argument, one argument at a time.
 * @param names of the arguments that take any text
 * @param client the client application whose model reads the answer; undefined for the answer itself
 * @param ask fetches the answer with another value of one argument
 * @returns the first value that breaks out; undefined if none does
 */
export async function findEscape(
  names: readonly string[],
  client: string | undefined,
  ask: (name: string, value: string) => Promise<Subject>,
): Promise<Escape | undefined> {
  for (const name of names) {
    const plainSubject = await ask(name, marker);
    if (plainSubject.kind === 'error') continue;
    for (const attack of [...attacksOn(aroundMarker(plainSubject.text)), ...attacksThrough(client)]) {
      const attackedAnswer = await ask(name, attack.value);
      if (attackedAnswer.kind === 'text' && hasBrokenOut(attack, plainSubject.text, attackedAnswer.text))
        return { message: sentenceOf(name, attack, client), value: attack.value, text: attackedAnswer.text };
    }
  }
  return undefined;
}

function sentenceOf(name: string, { value, effect }: Attack, client: string | undefined): string {
  const isOfClient = attacksThrough(client).some((attack) => attack.value === value);
  const advice = isOfClient
    ? 'no prompt can prevent it, so let people choose a value, or leave this application out'
    : 'write Fence: boundary beside its StringTemplate';
  return `can be broken out of: the value ${JSON.stringify(value)} of ${name} ${effect}; ${advice}`;
}
