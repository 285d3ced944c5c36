/** Changes for a person at a terminal. */
import type { DefinitionDiff } from '../../model/diff/definition-diff.ts';
import type { Changes, DefinitionChange, NameChanges, ReadingChange } from '../changes.ts';

const signs = { added: '+', removed: '-', changed: '~' } as const;

export function changesText({ definitions, names, readings }: Changes): string {
  if (definitions.length + names.length + readings.length === 0) return 'Nothing has changed.\n';
  const parts = [
    definitions.map(definitionText).join(''),
    names.map(namesText).join(''),
    readings.map(readingText).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function definitionText({ kind, name, change, diff }: DefinitionChange): string {
  const lines = change === 'changed' ? diffLines(diff) : [];
  return `${signs[change]} ${kind} ${name}${change === 'changed' ? '' : ` (${change})`}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** What of a definition has changed, by argument and message: a line each. */
export function diffLines({ fields, lists }: DefinitionDiff): readonly string[] {
  return [
    ...fields.map(({ label, before, after }) => {
      if (before === undefined) return `${label}: ${short(after ?? '')} (new)`;
      if (after === undefined) return `${label}: ${short(before)} (removed)`;
      return `${label}: ${short(before)} → ${short(after)}`;
    }),
    ...lists.flatMap(({ label, items }) =>
      items.flatMap((itemDiff) => {
        const noun = `${label} › ${itemDiff.title}`;
        if (itemDiff.change !== 'changed') return [`${noun} (${itemDiff.change === 'added' ? 'new' : 'removed'})`];
        const formerTitle = itemDiff.formerTitle === undefined ? '' : ` (before: ${itemDiff.formerTitle})`;
        // A name in a list of names is its own text.
        const isName =
          itemDiff.diff.lists.length === 0 && itemDiff.diff.fields.every((field) => field.label === 'Text');
        const inner = isName ? [] : diffLines(itemDiff.diff).map((line) => `${noun} › ${line}`);
        return [
          ...(itemDiff.isMoved || formerTitle !== ''
            ? [`${noun}${formerTitle}${itemDiff.isMoved ? ' moved' : ''}`]
            : []),
          ...inner,
        ];
      }),
    ),
  ];
}

function namesText({ server, prompts, tools }: NameChanges): string {
  return [
    ...prompts.added.map((name) => `+ ${server} serves the prompt ${name}\n`),
    ...prompts.removed.map((name) => `- ${server} no longer serves the prompt ${name}\n`),
    ...tools.added.map((name) => `+ ${server} serves the tool ${name}\n`),
    ...tools.removed.map((name) => `- ${server} no longer serves the tool ${name}\n`),
  ].join('');
}

function readingText({ difference, ...reading }: ReadingChange): string {
  return `${readingTitle(reading)}\n${difference.replace(/^/gm, '    ')}\n`;
}

/** `Docs › greet, sample Ada, read by claude-code, codex and 12 more:` */
export function readingTitle({ server, prompt, sample, clients }: Omit<ReadingChange, 'difference'>): string {
  const values = sample === undefined ? 'example values' : `sample ${sample}`;
  const applications = clients.filter((client) => client !== 'mcp');
  const firstApplications = applications.slice(0, 4);
  const moreCount = applications.length - firstApplications.length;
  const readers = [
    ...(clients.includes('mcp') ? ['any MCP client'] : []),
    ...firstApplications,
    ...(moreCount > 0 ? [`${moreCount} more`] : []),
  ];
  return `${server} › ${prompt}, ${values}, read by ${readers.join(', ')}:`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 100 ? `${line.slice(0, 99)}…` : line}”`;
}
