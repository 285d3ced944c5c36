import { ArrowDown, ArrowUp, BookPlus, Copy, CopyPlus, FileCode, ListX, Pencil, Star, Tag, Trash2 } from 'lucide-react';
import type { ListName } from '../../../../src/contract/contract.ts';
import type { MenuAction } from '../../../components/controls/ActionMenu.tsx';
import { commandOf } from '../../shell/find/menu-action.ts';
import { rowKeys } from './list-keys.ts';
import type { ListRow } from './list-rows.ts';
import type { EntryCommands } from './useEntryCommands.ts';

interface RowFacts {
  readonly list: ListName;
  /** The number of entries in the list. */
  readonly count: number;
  readonly isFavourite: boolean;
}

/** The menu of one entry in a list, in groups. */
export function rowActions(
  row: ListRow,
  { list, count, isFavourite }: RowFacts,
  commands: EntryCommands,
): readonly (readonly MenuAction[])[] {
  const { origin, place } = row;
  const isWritten = origin === 'inline' || origin === 'catalogue';
  const run = (command: Parameters<EntryCommands['run']>[0]) => () => commands.run(command, row);
  const action = (label: string, Icon: typeof Copy, onAction: () => void, fields: Partial<MenuAction> = {}) => ({
    label,
    icon: <Icon size={14} />,
    onAction,
    ...fields,
  });
  return [
    [
      ...(origin === 'missing' ? [] : [action('Open', FileCode, run('open'), { keys: 'Enter' })]),
      ...(isWritten ? [action('Rename', Pencil, run('rename'), { keys: rowKeys.rename })] : []),
      ...(origin === 'catalogue' ? [action('Rename file…', Tag, run('rename-file'))] : []),
      ...(origin === 'missing'
        ? []
        : [
            action('Duplicate', Copy, run('duplicate'), { keys: rowKeys.duplicate }),
            action(commandOf(isFavourite ? 'remove-favourite' : 'add-favourite').title, Star, run('favourite')),
          ]),
    ],
    [
      ...(origin === 'inline'
        ? [action(list === 'tools' ? 'Share this tool…' : 'Share this prompt…', BookPlus, run('share'))]
        : []),
      ...(origin === 'catalogue' || origin === 'builtin'
        ? [action('Make a separate copy for this server', CopyPlus, run('localise'))]
        : []),
    ],
    [
      action('Move up', ArrowUp, run('up'), { keys: rowKeys.up, isDisabled: place === 0 }),
      action('Move down', ArrowDown, run('down'), { keys: rowKeys.down, isDisabled: place === count - 1 }),
    ],
    [
      action('Remove from this server', ListX, run('remove'), { keys: rowKeys.remove, isDangerous: true }),
      ...(origin === 'catalogue'
        ? [
            action(list === 'tools' ? 'Delete tool' : 'Delete prompt', Trash2, run('delete-file'), {
              isDangerous: true,
            }),
          ]
        : []),
    ],
  ].filter((group) => group.length > 0);
}
