/** How the statements of a text hang together: which are parts of definitions, and which do something else. */
import type { Reading } from './reading.ts';
import { contextHead, loadsPackage, mentionsOf } from './syntax/code-of.ts';
import type { Expression, Statement } from './syntax/expression.ts';
import { assignedBy, headName, quietFunctions } from './syntax/symbols.ts';

/** The statements that a definition of another statement uses: they are not definitions by themselves. */
export function partsOf(
  { names, statements, text }: Reading,
  isDefining: (statement: Statement) => boolean,
): ReadonlySet<Statement> {
  const parts = new Set<Statement>();
  const seenStatements = new Set<Statement>();
  for (const root of statements) {
    if (!isDefining(root)) continue;
    const waitingStatements = [root];
    for (let statement = waitingStatements.pop(); statement; statement = waitingStatements.pop()) {
      if (seenStatements.has(statement)) continue;
      seenStatements.add(statement);
      const { valueNames } = assignedBy(statement, text);
      for (const { name, at } of mentionsOf(statement, text)) {
        if (valueNames.has(name)) continue;
        for (const usedStatement of names.definitionsOf(name, at)) {
          if (usedStatement === statement) continue;
          if (usedStatement.start !== statement.start) parts.add(usedStatement);
          if (!seenStatements.has(usedStatement)) waitingStatements.push(usedStatement);
        }
      }
    }
  }
  return parts;
}

/** Statements that do something, and are neither definitions nor came with a function. */
export function unusedStatements(
  { carriedStatements, names, statements, text }: Reading,
  usedStatements: ReadonlySet<Statement>,
  hasCode: boolean,
): readonly { readonly message: string; readonly at: number }[] {
  const isMentioned = (setting: Statement) =>
    statements.some(
      (otherStatement) =>
        otherStatement.start !== setting.start &&
        mentionsOf(otherStatement, text).some(
          ({ name }) => setting.target?.kind === 'symbol' && name === setting.target.name,
        ),
    );
  return statements.flatMap((statement) => {
    const { target, value, start, end } = statement;
    const code = text.slice(start, end);
    if (mentionsOf(statement, text).some(({ name }) => name === 'InstallMCPServer')) {
      const client = /\bInstallMCPServer\s*\[\s*"([^"]+)"/.exec(code)?.[1];
      const to = client === undefined ? 'a client application' : client;
      return [{ message: `InstallMCPServer is left out: connect the server to ${to} with Connect.`, at: start }];
    }
    if (!hasCode || carriedStatements.has(statement) || usedStatements.has(statement) || contextHead(statement))
      return [];
    // `$RecursionLimit = 5000` changes functions that do not mention it.
    const isSetting = target?.kind === 'symbol' && target.name.startsWith('$') && !isMentioned(statement);
    if (target && !isSetting) return [];
    if (loadsPackage(statement)) return [];
    const head = headName(value);
    const isCall = value.kind === 'code' || value.kind === 'call';
    const isData = names.reduce(value).kind !== value.kind || assignedBy(statement, text).valueNames.size > 0;
    if (!isSetting && (!isCall || isData || quietFunctions.has(head ?? '') || isProperty(value, names))) return [];
    const [line = ''] = code.split('\n');
    const shortLine = line.length > 60 ? `${line.slice(0, 57)}…` : line;
    return [
      {
        message: `${shortLine} is left out: no function of this text uses what it changes, as far as names show.`,
        at: start,
      },
    ];
  });
}

/** `server["JSONConfiguration"]`, for a server of the text. */
function isProperty(node: Expression, names: Reading['names']): boolean {
  if (node.kind !== 'call' || node.head.kind !== 'symbol') return false;
  const [definition] = names.definitionsOf(node.head.name, node.start);
  return definition?.target?.kind === 'symbol' && node.arguments.every(({ kind }) => kind === 'string');
}
