/** A program in the place of wolframscript: tests check how it runs, not the language. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param body JavaScript that may call `send(status, text)`, as the program of a kernel does */
export async function fakeWolframscript(folder: string, body: string): Promise<string> {
  const program = join(folder, 'wolframscript');
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const file = process.argv[process.argv.indexOf('-file') + 1];
const program = readFileSync(file, 'utf8');
const mark = /mark = "([^"]+)"/.exec(program)[1];
const send = (status, text) => console.log('\\n' + mark + status + ':' + Buffer.from(text).toString('base64') + mark);
${body}`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  return program;
}
