import { isSlotName, parseTemplate } from './string-template.ts';

/**
 * A template whose slots of one name have another; all other text stays as it is. `position`, counted from 1, is where
 * the argument stands among the declared ones: it takes the name's place where no slot can have the new name.
 */
export function renameSlots(template: string, from: string, to: string, position: number): string {
  const label = isSlotName(to) ? to : String(position);
  let renamed = '';
  let done = 0;
  for (const part of parseTemplate(template).parts) {
    if (part.kind !== 'slot' || !('name' in part) || part.name !== from) continue;
    renamed += `${template.slice(done, part.start)}\`${label}\``;
    done = part.end;
  }
  return renamed + template.slice(done);
}
