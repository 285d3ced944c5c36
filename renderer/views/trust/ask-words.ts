/** The words for an ask, the same wherever a person decides about it. */

import { formatCount } from '../../../src/base/text/format-count.ts';
import { exactLine } from '../../../src/base/text/visible-text.ts';
import type { Ask, AskEntry } from '../../store/state/workspace.ts';

interface KindWords {
  /** The heading of its group. */
  readonly title: string;
  /** The consequence of allowing it. */
  readonly meaning: string;
}

/** In the order in which the groups are shown. */
const kindWords: Readonly<Record<Ask['kind'], KindWords>> = {
  functions: {
    title: 'Functions',
    meaning:
      'JavaScript runs in a sandbox: without files, network or programs. It can search the sources of this workspace.',
  },
  folder: {
    title: 'Folders outside this workspace',
    meaning:
      'Searches read their files, but never private folders such as .ssh. Until you trust this workspace, the workbench does not check whether they exist. Typing or choosing a folder for a source in this window also allows it.',
  },
  address: { title: 'Addresses', meaning: 'Searches and tool calls send their text there.' },
  embeddings: {
    title: 'Embeddings',
    meaning:
      'Searches of a source send their query and the best passages of its pages to this address, which ranks them again by meaning. Without it, they use their own ranking.',
  },
  command: { title: 'Programs', meaning: 'They run on this computer with your privileges.' },
  variable: { title: 'Environment variables', meaning: 'Their values leave this computer, or go to a program.' },
  wolfram: { title: 'Wolfram Language', meaning: 'It runs outside the sandbox with your privileges.' },
  evaluator: {
    title: 'Wolfram Language from clients',
    meaning:
      'Any code that a client sends to WolframLanguageEvaluator runs outside the sandbox with your privileges. Tools for notebooks, tests and definitions may use any file and the kernel.',
  },
  together: {
    title: 'Searches whose results can leave this computer',
    meaning: 'One function searches the source and contacts the address, so what it finds can be sent there.',
  },
};

export interface AskGroup extends KindWords {
  readonly kind: Ask['kind'];
  readonly entries: readonly AskEntry[];
}

/** The groups that have entries. */
export function groupAsks(asks: readonly AskEntry[]): readonly AskGroup[] {
  return (Object.keys(kindWords) as Ask['kind'][]).flatMap((kind) => {
    const entries = asks.filter(({ ask }) => ask.kind === kind);
    return entries.length > 0 ? [{ kind, ...kindWords[kind], entries }] : [];
  });
}

/** The line that names an ask: a path, an address, a command. Shows characters that hide or reorder others. */
export function askLine(ask: Ask): string {
  return exactLine(literalLine(ask));
}

function literalLine(ask: Ask): string {
  switch (ask.kind) {
    case 'functions':
      return 'Run functions';
    case 'folder':
      return ask.path;
    case 'address':
      return ask.address;
    case 'embeddings':
      return `${ask.folders.join(', ')} → ${ask.address}`;
    case 'command': {
      const env = Object.entries(ask.env).map(([name, value]) => `${name}=${value}`);
      return [...env, ask.command, ...ask.args].map(quoteWord).join(' ');
    }
    case 'variable':
      return `${ask.name} → ${ask.to}`;
    case 'wolfram':
      return `Run this code, ${formatCount(ask.code.split('\n').length, 'line')}`;
    case 'evaluator':
      return 'Run any Wolfram Language code that a client sends';
    case 'together':
      return `${ask.source} (${ask.folders.join(', ')}) → ${ask.address}`;
  }
}

/** Why a person should think twice about an ask that trusting the workspace does not allow by itself. */
export function askWarning(ask: Ask): string | undefined {
  switch (ask.kind) {
    case 'wolfram':
      return 'Read the whole code before you allow it: it can do whatever you can do on this computer.';
    case 'evaluator':
      return 'You cannot review this code beforehand. Allow it only if you trust every client and the model that it uses.';
    case 'together':
      return 'Allow it only if the contents of the source may be sent there.';
    case 'embeddings':
      if (!ask.isPrivate) return 'Allow it only if the contents of these folders may be sent there.';
      return 'This address is on this computer or its network. Allow it only if you know the program that answers there.';
    case 'address':
      if (!ask.isPrivate) return undefined;
      return 'This address is on this computer or its network. Allow it only if you know the program that answers there.';
    case 'functions':
    case 'folder':
    case 'command':
    case 'variable':
      return undefined;
  }
}

/** The start of a sentence about a missing permission. */
export function askAction(subject: string, ask: Ask): string {
  switch (ask.kind) {
    case 'functions':
      return `${subject} runs a function`;
    case 'folder':
      return `${subject} reads a folder outside this workspace`;
    case 'address':
      return `${subject} contacts ${ask.isPrivate ? 'a private address' : 'an address'}`;
    case 'embeddings':
      return `${subject} sends queries and passages to an address`;
    case 'command':
      return `${subject} starts a program`;
    case 'variable':
      return `${subject} sends an environment variable`;
    case 'wolfram':
      return `${subject} runs Wolfram Language`;
    case 'evaluator':
      return `${subject} runs any Wolfram Language code that a client sends`;
    case 'together':
      return `${subject} searches a source and contacts an address in one call`;
  }
}

/** Quotes a word that is empty or contains spaces or quotes. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
