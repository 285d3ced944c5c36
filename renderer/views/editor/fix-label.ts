import type { ProblemFix } from '../../store/problems/problem-causes.ts';

/** The label of a quick fix. */
export function fixLabel(fix: ProblemFix): string {
  switch (fix.kind) {
    case 'rename':
    case 'rename-key':
      return `Rename to ${fix.name}`;
    case 'remove':
      return `Remove from ${fix.server}`;
    case 'remove-key':
    case 'remove-argument':
      return `Remove ${fix.name}`;
    case 'use-name':
    case 'fill-slot':
      return `Use ${fix.name}`;
    case 'add-argument':
      return `Add argument ${fix.name}`;
    case 'keep-text':
      return `Leave \`${fix.name}\` as text`;
    case 'move-argument':
      return fix.name === '' ? 'Move to the end' : `Move after ${fix.name}`;
    case 'make-optional':
      return 'Make it optional';
    case 'choose-file':
      return 'Choose a file…';
    case 'remove-block':
      return 'Remove the block';
  }
}
