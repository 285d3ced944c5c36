/** The pages of the help, made from docs/ when the window is built. */

import asking from '../../../docs/asking.md?raw';
import cli from '../../../docs/cli.md?raw';
import clients from '../../../docs/clients.md?raw';
import format from '../../../docs/format.md?raw';
import git from '../../../docs/git.md?raw';
import glossary from '../../../docs/glossary.md?raw';
import importing from '../../../docs/import.md?raw';
import inspect from '../../../docs/inspect.md?raw';
import lint from '../../../docs/lint.md?raw';
import running from '../../../docs/running.md?raw';
import sharing from '../../../docs/sharing.md?raw';
import skills from '../../../docs/skills.md?raw';
import testing from '../../../docs/testing.md?raw';
import aboutWindow from '../../../docs/window.md?raw';
import wolfram from '../../../docs/wolfram.md?raw';
import { keyGroups } from '../shell/find/shown-commands.ts';
import { type HelpPage, readPage } from './sections.ts';
import start from './start.md?raw';

/** In the order of the list of pages. The id is the file's name, as links between the files have it. */
export const pages: readonly HelpPage[] = [
  readPage('start.md', start),
  readPage('window.md', aboutWindow),
  readPage('format.md', format),
  readPage('asking.md', asking),
  readPage('skills.md', skills),
  readPage('sharing.md', sharing),
  readPage('running.md', running),
  readPage('testing.md', testing),
  readPage('lint.md', lint),
  readPage('git.md', git),
  readPage('import.md', importing),
  readPage('wolfram.md', wolfram),
  readPage('inspect.md', inspect),
  readPage('clients.md', clients),
  readPage('cli.md', cli),
  readPage('keyboard.md', keyboard()),
  readPage('glossary.md', glossary),
];

/** The keys, from the table that the window itself uses. */
function keyboard(): string {
  const tables = keyGroups().map(({ group, rows }) => {
    const lines = rows.map(
      ({ title, keys }) => `| ${title} | ${keys.map((key) => `\`${keyNames(key)}\``).join(' or ')} |`,
    );
    return [`## ${group}`, '', '| command | keys |', '| --- | --- |', ...lines, ''].join('\n');
  });
  return ['# Keyboard', '', 'Ctrl/⌘ is ⌘ on a Mac, and Ctrl elsewhere.', '', ...tables].join('\n');
}

function keyNames(keys: string): string {
  return keys
    .replace('Mod', 'Ctrl/⌘')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace(/\+(?=.)/g, ' + ');
}
