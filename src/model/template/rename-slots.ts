import { isSlotName, parseTemplate } from './string-template.ts';

/**
 * Renames the slots of one name; all other text stays unchanged. `position` (from 1) is the argument's index among the
 * declared ones: the slots become numbered when the new name is not a valid slot name.
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
