/** New definitions, and the plan for a new catalogue prompt: its file, and its name in a server's list. */

import { fileNameOf } from '../../model/file-names.ts';
import { firstText } from '../../model/placeholders.ts';
import { canBePlain, quoteDouble } from '../../yaml/strings.ts';
import type { OriginalText } from '../edit/written.ts';
import type { ListName, Plan } from '../types.ts';
import { type ListKind, listKindNamed } from './list-kind.ts';
import { entryPlace, insertionIndex, listChange, mcpNames, serverList } from './server-list.ts';
import { catalogueNames, refuseName } from './workspace.ts';

/** The initial content of a new prompt or tool. */
export function newDefinition(
  { kind }: ListKind,
  name: string,
): { readonly value: unknown; readonly originalText: OriginalText } {
  const text = kind === 'prompt' ? firstText : '';
  const nameText = canBePlain(name, false) ? name : quoteDouble(name);
  const template = text === '' ? ['  StringTemplate: ""'] : ['  StringTemplate: |-', `    ${text}`];
  return {
    value: { Name: name, Content: { StringTemplate: text } },
    originalText: { comments: [], lines: [`Name: ${nameText}`, 'Content:', ...template] },
  };
}

interface NewEntry {
  readonly server: string;
  readonly name: string;
  /** Default: its prompts. */
  readonly list?: ListName | undefined;
  /** The text of another prompt's file, which gets this name; by default a short template. */
  readonly text?: string;
}

/** Makes a file in `prompts` or `tools` (`fileNameOf`), and appends its name to the server's list. */
export function createPrompt({ server, name, text, list: listName = 'prompts' }: NewEntry): Plan {
  return async (workspace) => {
    const listKind = listKindNamed(listName);
    const list = await serverList(workspace, server, listName);
    refuseName(listKind.nameProblem(name, mcpNames(list)));
    const fileName = fileNameOf(name, catalogueNames(workspace, listKind));
    const file = `${listName}/${fileName}.yaml`;
    const index = insertionIndex(list, undefined);
    const [nameLine = '', ...otherLines] = newDefinition(listKind, name).originalText.lines;
    return {
      label: `Created ${name}`,
      changes: [
        {
          file,
          before: null,
          after: text?.replace(/^Name: .*$/m, () => nameLine) ?? `${[nameLine, ...otherLines].join('\n')}\n`,
        },
        listChange(list, [{ kind: 'insert', at: [listKind.key, index], value: fileName }]),
      ],
      location: { file, at: [] },
      entry: entryPlace(list, index),
    };
  };
}
