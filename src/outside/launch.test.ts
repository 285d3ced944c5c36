import { win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemProgram } from '../base/system-program.ts';
import { launchOf } from './launch.ts';

const env = { SystemRoot: 'C:\\Windows' };
const npx = 'C:\\Program Files\\nodejs\\npx.cmd';

/** The commands that cmd.exe runs for a line: it expands variables, then separates at `&`, `|`, `<` and `>` outside quotes. */
function commandsOf(line: string): readonly string[] {
  const expandedText = expandedBy({ PATH: 'EXPANDED', cd: 'C:\\Users' }, line);
  const commands = [''];
  let isQuoted = false;
  for (const character of expandedText) {
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && /[&|<>^()]/.test(character)) commands.push('');
    else commands[commands.length - 1] += character;
  }
  return commands;
}

/** A variable without a value stays: cmd.exe writes its first `%` and continues after it. */
function expandedBy(variables: Readonly<Record<string, string>>, line: string): string {
  let expandedText = '';
  for (let at = 0; at < line.length; ) {
    const [match = '', name = '', isEmpty] = /^%([^%:]*)(:~,)?%/.exec(line.slice(at)) ?? [];
    const value = variables[name];
    expandedText += value === undefined ? line[at] : isEmpty ? '' : value;
    at += value === undefined ? 1 : match.length;
  }
  return expandedText;
}

/** The arguments that a program sees, by the rules of Microsoft's C runtime ("Parsing C command-line arguments"). */
function argumentsOf(line: string): readonly string[] {
  const foundArguments: string[] = [];
  for (let at = 0; at < line.length; ) {
    if (line[at] === ' ') {
      at++;
      continue;
    }
    let [argument, isQuoted] = ['', false];
    for (; at < line.length && (isQuoted || line[at] !== ' '); at++) {
      const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
      const isBeforeQuote = line[at + slashes] === '"';
      argument += '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      at += slashes;
      if (!isBeforeQuote) {
        if (at < line.length && (isQuoted || line[at] !== ' ')) argument += line[at];
        else at--;
      } else if (slashes % 2 === 1) argument += '"';
      else if (isQuoted && line[at + 1] === '"') {
        argument += '"';
        at++;
      } else isQuoted = !isQuoted;
    }
    foundArguments.push(argument);
  }
  return foundArguments;
}

/** What a script such as npx.cmd passes on with `%*`. */
function passedOn(args: readonly string[]): readonly string[] {
  const launch = launchOf(npx, args, 'win32', env);
  const line = launch.args.at(-1)?.slice(1, -1) ?? '';
  const commands = commandsOf(line);
  expect(commands).toHaveLength(1);
  return argumentsOf(commands[0] ?? '').slice(1);
}

describe('A script of Windows', () => {
  test('is run by the cmd.exe of Windows, which looks for no program in the current folder', () => {
    expect(launchOf(npx, ['-y', '@modelcontextprotocol/server-everything'], 'win32', env)).toEqual({
      file: 'C:\\Windows\\System32\\cmd.exe',
      args: [
        ...['/e:ON', '/v:OFF', '/d', '/s', '/c'],
        '""C:\\Program Files\\nodejs\\npx.cmd" -y @modelcontextprotocol/server-everything"',
      ],
      isQuoted: true,
      env: { NoDefaultCurrentDirectoryInExePath: '1' },
    });
  });

  test.each([
    'a b',
    '&calc',
    '" & calc "',
    '"&calc&"',
    '%PATH%',
    '%',
    '^&calc',
    'a|b>c<d',
    '',
    'C:\\dir\\',
    '\\"',
    '!x!',
  ])('gets the argument %j unchanged, and nothing else runs', (arg) => {
    expect(passedOn([arg, 'last'])).toEqual([arg, 'last']);
  });

  test('gets any arguments unchanged', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '"',
      '\\',
      '%',
      '&',
      '|',
      '^',
      '<',
      '>',
      '(',
      ')',
      '!',
      'PATH',
      '%PATH%',
      'é',
    );
    const argument = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
        expect(passedOn(args)).toEqual(args);
      }),
    );
  });

  test.each(['a\nb', 'a\rb', 'a\0b'])('does not start with an argument that would end its command: %j', (arg) => {
    expect(() => launchOf(npx, [arg], 'win32', env)).toThrow('cannot pass a line break');
  });
});

test('a program, and anything on other systems, starts with its arguments as they are', () => {
  const args = ['a b', '"', '%PATH%'];
  for (const [file, platform] of [
    ['C:\\node.exe', 'win32'],
    ['/usr/bin/tool.cmd', 'linux'],
  ] as const)
    expect(launchOf(file, args, platform, env)).toEqual({ file, args, isQuoted: false, env: {} });
});

test('programs of Windows are started by their full path, not by a name that the current folder could have', () => {
  expect(systemProgram('taskkill', { SystemRoot: 'D:\\Windows' })).toBe('D:\\Windows\\System32\\taskkill.exe');
  for (const oddEnv of [{}, { SystemRoot: '.' }])
    expect(win32.isAbsolute(systemProgram('taskkill', oddEnv))).toBe(true);
});
