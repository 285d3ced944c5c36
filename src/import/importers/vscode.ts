/** VS Code prompt files (`.prompt.md`): Markdown with `${input:name:hint}` and variables of the editor. */
import { changeNote } from '../../model/transfer.ts';
import { textOf } from '../front-matter.ts';
import type { ImportedItem } from '../importer.ts';
import {
  baseName,
  contentOf,
  type DraftArgument,
  noteOtherSlots,
  promptName,
  slotName,
  slotsOf,
  splitText,
} from '../prompt-data.ts';
import { type PromptFile, promptFileImporter, promptItem } from '../prompt-file.ts';

const settings = {
  mode: 'a prompt does not choose the mode',
  agent: 'a prompt does not choose the agent',
  model: 'a prompt does not choose the model',
  tools: 'a prompt does not grant tools',
  'argument-hint': 'each argument has its own description',
};

export const vscode = promptFileImporter(
  { id: 'vscode', title: 'VS Code prompt file' },
  ({ path }) => /\.prompt\.md$/i.test(path),
  { knownKeys: ['name', 'description'], omissionReasons: settings },
  read,
);

/** Variables that VS Code fills; they become arguments. */
const editor = new Set([
  ...['selection', 'selectedText', 'file', 'fileBasename', 'fileDirname', 'fileBasenameNoExtension'],
  ...['workspaceFolder', 'workspaceFolderBasename'],
]);

function read({ path, data, body, notes }: PromptFile): ImportedItem {
  const hints = new Map<string, string>();
  const filledNames = new Set<string>();
  const parts = splitText(
    body,
    /\$\{(?:input:([^{}:\n]+)(?::([^{}\n]*))?|([A-Za-z]+))\}/g,
    ([, input, hint, variable]) => {
      if (variable !== undefined && !editor.has(variable)) return undefined;
      const slot = slotName(input ?? variable ?? '');
      if (hint !== undefined && hint.trim() !== '') hints.set(slot, hint.trim());
      if (variable !== undefined) filledNames.add(slot);
      return { slot };
    },
  );
  noteOtherSlots(parts, notes);
  for (const name of filledNames) notes.push(changeNote(`${name} is now an argument: in VS Code the editor fills it.`));
  if (/#(?:file|tool):|\]\((?!https?:|#)[^()\n]+\)/.test(body))
    notes.push(changeNote('Links to files and tools are now plain text: nothing inserts their content.'));
  // In VS Code the order has no meaning; in a prompt, an optional argument before a required one cannot be left out.
  const names = slotsOf(parts).toSorted((a, b) => Number(filledNames.has(a)) - Number(filledNames.has(b)));
  const args = names.map((Name): DraftArgument => {
    const hint = hints.get(Name);
    return {
      Name,
      ...(hint !== undefined && { Description: hint }),
      ...(!filledNames.has(Name) && { Required: true }),
    };
  });
  const name = promptName(textOf(data.name) ?? baseName(path, '.prompt.md'));
  const content = contentOf(parts, notes);
  return promptItem(name, { description: textOf(data.description), arguments: args, content }, notes);
}
