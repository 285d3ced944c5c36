/** Which arguments a prompt's templates use, and which slots wait for an argument. */
import type { ParsedTemplate } from '../template/string-template.ts';

/** An argument as the editor shows it; its index selects its colour and its number. */
export interface SlotArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

export interface SlotUses {
  /** Names of the declared arguments that fill a slot or that a condition depends on. */
  readonly usedNames: readonly string[];
  /** Names of slots without an argument, in order. */
  readonly missingNames: readonly string[];
  /** The highest position of a numbered slot. */
  readonly places: number;
}

/**
 * @param names the declared arguments in their order
 * @param conditions the arguments that conditions depend on
 */
export function slotUses(
  templates: readonly ParsedTemplate[],
  names: readonly string[],
  conditions: readonly string[] = [],
): SlotUses {
  const knownNames = new Set(names);
  const usedNames = new Set(conditions.filter((name) => knownNames.has(name)));
  const missingNames = new Set<string>();
  let places = 0;
  for (const { parts } of templates) {
    for (const part of parts) {
      if (part.kind === 'literal') continue;
      if ('position' in part) {
        places = Math.max(places, part.position);
        const name = names[part.position - 1];
        if (name !== undefined) usedNames.add(name);
      } else if (knownNames.has(part.name)) usedNames.add(part.name);
      else missingNames.add(part.name);
    }
  }
  return { usedNames: [...usedNames], missingNames: [...missingNames], places };
}
