/**
 * Claude Code's commands (`.claude/commands/**.md`) and skills (`skills/<name>/SKILL.md`). Placeholders: `$ARGUMENTS` is
 * the whole line; `$1` the first word in commands, `$0` or `$ARGUMENTS[0]` in skills, which count from zero.
 */

import { type ForeignSlot, findForeignSlots } from '../../model/template/foreign-slots.ts';
import { changeNote, type TransferNote } from '../../model/transfer.ts';
import { splitFrontMatter, textOf } from '../front-matter.ts';
import type { ImportedItem, SourceFile } from '../importer.ts';
import {
  baseName,
  contentOf,
  type DraftArgument,
  noteOtherSlots,
  promptName,
  slotName,
  slotNames,
  slotsOf,
  splitText,
} from '../prompt-data.ts';
import { type PromptFile, promptFileImporter, promptItem } from '../prompt-file.ts';

const command = /(?:^|\/)commands\/(.+)\.md$/i;
const skill = /(?:^|\/)([^/]+)\/SKILL\.md$/i;

/** Keys that only Claude Code uses, and why a prompt cannot have them. */
const settings = {
  'allowed-tools': 'a prompt does not grant tools',
  model: 'a prompt does not choose the model',
  'disable-model-invocation': 'prompts are always called by people',
  'user-invocable': 'prompts are always called by people',
  context: 'a prompt runs where it is called',
  agent: 'a prompt runs where it is called',
  hooks: 'a prompt runs no hooks',
};

export const claudeCode = promptFileImporter(
  { id: 'claude-code', title: 'Claude Code command or skill' },
  ({ path, text }) => command.test(path) || isSkillFile(path) || looksLikeCommand(path, text),
  { knownKeys: ['name', 'description', 'argument-hint', 'arguments'], omissionReasons: settings },
  read,
);

/** The argument for `$ARGUMENTS`, which Claude Code replaces by the whole input. */
const wholeLine = 'arguments';

const commandKeys = /^---\n(?:(?!---).*\n)*?(?:allowed-tools|argument-hint|disable-model-invocation)\s*:/;

/** A chosen file has no folder: its front matter shows that it is a command. */
function looksLikeCommand(path: string, text: string): boolean {
  if (!/\.md$/i.test(path) || /\.prompt\.md$/i.test(path)) return false;
  return commandKeys.test(text.slice(0, 5000).replaceAll('\r\n', '\n'));
}

/**
 * Finds the commands in folders with any name. If the front matter of one file shows that there are commands, each sign
 * counts in the folders that have one: a placeholder or a description.
 */
export function findCommandsByContent(files: readonly SourceFile[]): ReadonlySet<SourceFile> {
  const candidates = files.filter(({ path }) => /\.md$/i.test(path) && !isKnownByPath(path));
  const isClear = ({ path, text }: SourceFile) => looksLikeCommand(path, text);
  if (!candidates.some(isClear)) return new Set();
  const folders = candidates.flatMap((file) =>
    isClear(file) || hasPlaceholder(file.text) ? [folderOf(file.path)] : [],
  );
  return new Set(
    candidates.filter(
      (file) =>
        folders.some((folder) => file.path.startsWith(folder)) &&
        (isClear(file) || hasPlaceholder(file.text) || /\$ARGUMENTS\b/.test(file.text) || hasDescription(file.text)),
    ),
  );
}

/** A README isn't a command, although it may show the placeholders of the commands beside it. */
const readme = /(?:^|\/)README\.md$/i;

function isKnownByPath(path: string): boolean {
  return command.test(path) || isSkillFile(path) || /\.prompt\.md$/i.test(path) || readme.test(path);
}

/** With the slash at its end. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Whether the prose has a placeholder of Claude Code. */
function hasPlaceholder(text: string): boolean {
  return findForeignSlots(text, false).some(isPlaceholder);
}

/** Only Claude Code has these slots. */
export function isPlaceholder({ slotText }: Pick<ForeignSlot, 'slotText'>): boolean {
  return /^\$(?!\{)/.test(slotText);
}

function hasDescription(text: string): boolean {
  const frontMatter = splitFrontMatter(text);
  return 'data' in frontMatter && textOf(frontMatter.data.description) !== undefined;
}

function isSkillFile(path: string): boolean {
  return skill.test(path) || /^SKILL\.md$/i.test(path);
}

function read({ path, data, body, notes }: PromptFile): ImportedItem {
  const hint = textOf(data['argument-hint']);
  const names = argumentNames(data.arguments, bracketsIn(hint));
  const isFromZero = isSkillFile(path) || /\$0\b|\$ARGUMENTS\[\d+\]/.test(body);
  const nameAt = (index: number) => names[index] ?? `arg${index + 1}`;
  const pattern = /\$ARGUMENTS\[(\d{1,2})\]|\$ARGUMENTS\b|\$(\d{1,2})\b|\$([a-z][\w-]*)/g;
  const parts = splitText(body, pattern, ([match, index, digit, namedSlot]) => {
    if (index !== undefined) return { slot: nameAt(Number(index)) };
    if (digit !== undefined) {
      const place = isFromZero ? Number(digit) : Number(digit) - 1;
      return place < 0 ? undefined : { slot: nameAt(place) };
    }
    if (namedSlot !== undefined)
      return splitWords(data.arguments).includes(namedSlot) ? { slot: slotName(namedSlot) } : undefined;
    return match === '$ARGUMENTS' ? { slot: wholeLine } : undefined;
  });
  noteActions(body, notes);
  noteOtherSlots(parts, notes);
  const args = describeArguments(sortByPosition(slotsOf(parts), names), names, hint);
  if (args.length > 1 && args.at(-1)?.Name === wholeLine)
    notes.push(
      changeNote(
        '$ARGUMENTS is now the rest of the line after the other arguments: Claude Code inserts the whole line.',
      ),
    );
  if (args.length === 0 && hint !== undefined)
    notes.push(changeNote('It now takes no arguments: Claude Code appends what you type as "ARGUMENTS: …".'));
  const name = nameOf(path, textOf(data.name), notes);
  const content = contentOf(parts, notes);
  return promptItem(name, { description: textOf(data.description), arguments: args, content }, notes);
}

/** Folders below `commands/` become part of the name: Claude Code has `/frontend:test`. */
function nameOf(path: string, givenName: string | undefined, notes: TransferNote[]): string {
  const subfolder = command.exec(path)?.[1];
  const ownName =
    subfolder !== undefined && !skill.test(path)
      ? subfolder.replaceAll('/', '-')
      : (givenName ?? skill.exec(path)?.[1] ?? (isSkillFile(path) ? 'skill' : baseName(path)));
  if (subfolder?.includes('/'))
    notes.push(changeNote(`It is now named ${promptName(ownName)}: prompts have no folders.`));
  return promptName(ownName);
}

/** `arguments: [a, b]` or `a b` in the front matter, or else the words in brackets in the hint. */
function argumentNames(data: unknown, hints: readonly string[]): readonly string[] {
  const names = splitWords(data);
  return slotNames(names.length > 0 ? names : hints.map((text) => text.split('|')[0] ?? ''));
}

const bracket = /[[<]([^[\]<>|][^[\]<>]*)[\]>]/g;

/** The texts in brackets of an `argument-hint`, in order: those of the positional arguments. */
function bracketsIn(hint = ''): readonly string[] {
  return [...hint.matchAll(bracket)].map(([, text = '']) => text.trim());
}

/** In the order of typing after the command, not in the order of use in the text. */
function sortByPosition(slots: readonly string[], names: readonly string[]): readonly string[] {
  const place = (slot: string) => {
    const index = names.indexOf(slot);
    return index >= 0 ? index : Number(/^arg(\d+)$/.exec(slot)?.[1] ?? 1000);
  };
  return slots.toSorted((a, b) => place(a) - place(b));
}

function splitWords(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : [];
}

/**
 * Each positional argument gets its part of the hint, unless its name says the same. What remains of the hint describes
 * the argument for the whole line.
 */
function describeArguments(
  slots: readonly string[],
  names: readonly string[],
  hint: string | undefined,
): readonly DraftArgument[] {
  const hints = bracketsIn(hint);
  let place = 0;
  const rest = hint
    ?.replace(bracket, (bracketText) => (slots.includes(names[place++] ?? '') ? '' : bracketText))
    .trim();
  return slots.map((Name) => {
    if (Name === wholeLine) return { Name, ...(rest && { Description: rest }), RestOfLine: true };
    const ownHint = hints[names.indexOf(Name)];
    return { Name, ...(ownHint !== undefined && slotName(ownHint) !== Name && { Description: ownHint }) };
  });
}

/** Notes syntax that Claude Code executes and a prompt sends as text. */
export function noteActions(body: string, notes: TransferNote[]): void {
  if (/!`[^`\n]+`|^```!/m.test(body))
    notes.push(changeNote('Shell lines such as !`git status` are now plain text: nothing runs them.'));
  if (/(?:^|\s)@[\w./~-]+/.test(body))
    notes.push(changeNote('File references with @ are now plain text: nothing inserts their content.'));
  if (/\$\{CLAUDE_[A-Z_]+\}/.test(body))
    notes.push(changeNote('Variables of Claude Code (CLAUDE_…) are now plain text: nothing fills them.'));
}
