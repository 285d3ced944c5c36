/** The JavaScript that prompts and tools hold as text. */
import type { KeyPath } from '../../base/json.ts';
import { isJsonObject, valueAt } from '../../base/json.ts';

export interface WrittenFunction {
  readonly source: string;
  readonly at: KeyPath;
}

/** @param definition the path of a prompt or a tool in `data`, which has canonical keys */
export function functionsWithin(data: unknown, definition: KeyPath): readonly WrittenFunction[] {
  const declared = valueAt(data, [...definition, 'Arguments']);
  const holders: readonly KeyPath[] = [
    ['Content'],
    ...(Array.isArray(declared) ? declared.map((_, index) => ['Arguments', index, 'Complete']) : []),
  ];
  return holders.flatMap((holder) => {
    const at = [...definition, ...holder, 'Function'];
    const inside = valueAt(data, at.slice(0, -1));
    const source = isJsonObject(inside) ? inside.Function : undefined;
    return typeof source === 'string' && /\S/.test(source) ? [{ source, at }] : [];
  });
}
