/** Shared by the readers of prompts, servers and tools: the parsed text with its names, positions and keys. */
import { changeNote, lossNote, type TransferNote } from '../model/transfer.ts';
import { builder } from './build.ts';
import { defaultValue } from './defaults.ts';
import { type ProblemList, problemList, type SyntaxProblem } from './problems.ts';
import { statementTexts } from './statement-texts.ts';
import type { Expression, Statement } from './syntax/expression.ts';
import { parseWolfram, sourceOf } from './syntax/parse.ts';
import { programOf } from './syntax/programs.ts';
import { type Names, namesOf, TooLarge } from './syntax/reduce.ts';

/** One text about to be read. */
export interface Reading {
  readonly text: string;
  /** Those inside programs too (`syntax/programs.ts`). */
  readonly statements: readonly Statement[];
  /** What the parser found. */
  readonly syntax: readonly SyntaxProblem[];
  readonly names: Names;
  readonly problems: ProblemList;
  /** What every function needs to be evaluated before it: the server's `Initialization`. */
  readonly setup: readonly Expression[];
  /** The statements that came with a function. */
  readonly carriedStatements: Set<Statement>;
  /** A statement in its own notation, with the comments around it. */
  textOf(statement: Statement): string;
  /** Counts the output, because names can expand a short text enormously. @throws TooLarge */
  spend(what: 'prompt' | 'code', node: Expression, amount: number): void;
}

/** Maximum output of one text: prompts, and characters of code with its dependencies. */
const maxAmounts = { prompt: 5_000, code: 10_000_000 };

export function readingOf(text: string): Reading {
  const { statements: allStatements, problems: syntax } = parseWolfram(text);
  const build = builder(text, problemList(text));
  const program =
    syntax.length === 0
      ? programOf(allStatements, build)
      : { statements: allStatements, scopes: [], places: new Map() };
  let texts: ReadonlyMap<string, string> | undefined;
  const spent = { prompt: 0, code: 0 };
  return {
    text,
    statements: program.statements,
    syntax,
    names: namesOf(program, text, build, defaultValue),
    problems: problemList(text),
    setup: [],
    carriedStatements: new Set(),
    textOf(statement) {
      texts ??= new Map(
        [...statementTexts(text, allStatements)].map(([{ start, end }, writtenText]) => [
          `${start}:${end}`,
          writtenText,
        ]),
      );
      return texts.get(`${statement.start}:${statement.end}`) ?? sourceOf(text, statement);
    },
    spend(what, node, amount) {
      spent[what] += amount;
      if (spent[what] > maxAmounts[what]) throw new TooLarge(node);
    },
  };
}

/** Notes of one definition, each with its place. */
export interface Notes {
  readonly notes: TransferNote[];
  lost(message: string, node: Expression): void;
  changed(message: string, node: Expression): void;
}

export function notesOf(reading: Reading): Notes {
  const notes: TransferNote[] = [];
  return {
    notes,
    lost: (message, node) => notes.push(lossNote(message, reading.problems.place(node.start))),
    changed: (message, node) => notes.push(changeNote(message, reading.problems.place(node.start))),
  };
}

/** A key of an association with what it leads to. */
export interface Entry {
  readonly key: string;
  readonly value: Expression;
  readonly node: Expression;
}

/**
 * The entries of an association, the last of several with one key. An entry that is not a rule is a problem: mostly a
 * function without parentheses, which in the language takes the whole rule: `"Content" -> f[#] &`.
 */
export function entriesOf(node: Expression, reading: Reading): readonly Entry[] {
  if (node.kind !== 'association') return [];
  const entries = new Map<string, Entry>();
  for (const entry of node.entries) {
    if (entry.kind !== 'rule') {
      const message =
        entry.kind === 'code' && entry.code.endsWith('&') && /->|:>|→/.test(entry.code)
          ? 'The & turns this whole rule into a function: put the function in parentheses, as in "Content" -> (f[#] &).'
          : 'This is not a rule of the form "key" -> value: correct or remove it.';
      reading.problems.add(message, entry.start, entry.end);
      continue;
    }
    const key = entry.leftSide.kind === 'string' ? entry.leftSide.value : keyOfSymbol(entry.leftSide);
    if (key === undefined)
      reading.problems.add('A key must be text in quotes.', entry.leftSide.start, entry.leftSide.end);
    else entries.set(key.toLowerCase(), { key, value: entry.rightSide, node: entry });
  }
  return [...entries.values()];
}

function keyOfSymbol(node: Expression): string | undefined {
  return node.kind === 'symbol' ? node.name : undefined;
}

/** The value of a key, in whichever case it is written. */
export function entryOf(entries: readonly Entry[], key: string): Entry | undefined {
  return entries.find((entry) => entry.key.toLowerCase() === key.toLowerCase());
}

export function hasKey(node: Expression, ...keys: readonly string[]): boolean {
  const lowerKeys = new Set(keys.map((key) => key.toLowerCase()));
  return (
    node.kind === 'association' &&
    node.entries.some(
      (entry) =>
        entry.kind === 'rule' && entry.leftSide.kind === 'string' && lowerKeys.has(entry.leftSide.value.toLowerCase()),
    )
  );
}

/** `True` and `False`; undefined for anything else. */
export function booleanOf(node: Expression): boolean | undefined {
  if (node.kind !== 'symbol') return undefined;
  const name = node.name.replace(/^System`/, '');
  return name === 'True' ? true : name === 'False' ? false : undefined;
}

/** Whether a value means "not set": `Automatic`, `None`, `Missing[…]`. */
export function isNothing(node: Expression): boolean {
  if (node.kind === 'symbol') return /^(?:System`)?(?:Automatic|None|Inherited)$/.test(node.name);
  return node.kind === 'call' && node.head.kind === 'symbol' && node.head.name === 'Missing';
}
