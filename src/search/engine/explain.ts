/** Which words of the query a passage has, where, and what each counted. */
import type { IndexData } from './container.ts';
import { fieldRange, impactIn, termText } from './index-data.ts';
import type { Concept } from './meanings.ts';
import { type Field, fields, type Match } from './types.ts';

/** The words that counted for one passage, strongest first. */
export function explain(data: IndexData, concepts: readonly Concept[], passage: number): Match[] {
  const places = new Map<number, Field[]>();
  for (const { alternatives } of concepts) for (const { term } of alternatives) places.set(term, []);
  fields.forEach((field, number) => {
    const { start, end } = fieldRange(data, passage, number);
    for (let at = start; at < end; at++) {
      const found = places.get(data.stream[at] as number);
      if (found && found.at(-1) !== field) found.push(field);
    }
  });
  const matches = concepts.flatMap(({ written, alternatives }): Match[] => {
    const best = alternatives
      .map((alternative) => ({ ...alternative, score: alternative.worth * impactIn(data, alternative.term, passage) }))
      .reduce((a, b) => (b.score > a.score ? b : a));
    const { term, kind, score } = best;
    return score === 0
      ? []
      : [{ query: written, term: termText(data, term), kind, fields: places.get(term) ?? [], score }];
  });
  return matches.sort((a, b) => b.score - a.score);
}
