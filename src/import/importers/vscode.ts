/** VS Code's prompt files (`.prompt.md`): Markdown with `${input:name:hint}` and other variables of the editor. */
import { changed, lost, type TransferNote } from '../../model/transfer.ts';
import { splitFrontMatter, textOf } from '../front-matter.ts';
import { fileImporter, type Imported, type SourceFile } from '../importer.ts';
import {
  baseName,
  contentOf,
  type DraftArgument,
  promptData,
  promptName,
  slotName,
  slotsOf,
  splitText,
} from '../prompt-data.ts';

export const vscode = fileImporter(
  { id: 'vscode', title: 'VS Code prompt file' },
  ({ path }) => /\.prompt\.md$/i.test(path),
  read,
);

const settings: Readonly<Record<string, string>> = {
  mode: 'a prompt does not choose the mode',
  agent: 'a prompt does not choose the agent',
  model: 'a prompt does not choose the model',
  tools: 'a prompt does not grant tools',
};

/** Variables that the editor fills by itself; as arguments, somebody has to. */
const editor = new Set([
  ...['selection', 'selectedText', 'file', 'fileBasename', 'fileDirname', 'fileBasenameNoExtension'],
  ...['workspaceFolder', 'workspaceFolderBasename'],
]);

function read(file: SourceFile): Imported {
  const front = splitFrontMatter(file.text);
  if ('problem' in front) return { items: [], problems: [front.problem] };
  const { data, body } = front;
  const notes: TransferNote[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (/^(?:name|description|argument-hint)$/.test(key) || value === null) continue;
    notes.push(lost(`${key} is left out: ${settings[key] ?? 'prompts have no such key'}.`));
  }
  const hints = new Map<string, string>();
  const filled = new Set<string>();
  const parts = splitText(
    body.trim(),
    /\$\{(?:input:([^}:]+)(?::([^}]*))?|([A-Za-z]+))\}/g,
    ([, input, hint, variable]) => {
      if (variable !== undefined && !editor.has(variable)) return undefined;
      const slot = slotName(input ?? variable ?? '');
      if (hint !== undefined && hint.trim() !== '') hints.set(slot, hint.trim());
      if (variable !== undefined) filled.add(slot);
      return { slot };
    },
  );
  for (const name of filled) notes.push(changed(`${name} is an argument now: in VS Code the editor fills it.`));
  if (/#(?:file|tool):|\]\((?!https?:|#)[^)]+\)/.test(body))
    notes.push(changed('Links to files and tools are plain text now: nothing puts their content in.'));
  const args = slotsOf(parts).map((Name): DraftArgument => {
    const hint = hints.get(Name);
    return { Name, ...(hint !== undefined && { Description: hint }), ...(!filled.has(Name) && { Required: true }) };
  });
  const name = promptName(textOf(data.name) ?? baseName(file.path, '.prompt.md'));
  const content = contentOf(parts, notes);
  const description = textOf(data.description);
  const item = {
    kind: 'prompt',
    name,
    data: promptData({ name, description, arguments: args, content }),
    notes,
  } as const;
  return { items: [item], problems: [] };
}
