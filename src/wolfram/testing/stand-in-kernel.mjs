/**
 * The stand-in for a Wolfram kernel in tests: a separate program with the kernel's side of the protocol
 * (src/wolfram/kernel/kernel-program.ts). It does not know the language: each test provides the answers.
 *
 *     node stand-in-kernel.mjs ANSWERS   ANSWERS is a module; its default export answers one request
 *
 * Each start adds a line to ANSWERS.starts.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { default: answer } = await import(pathToFileURL(process.argv[2]).href);

const decode = (text) =>
  Object.fromEntries(
    text.split(';').map((field) => {
      const [name, value] = field.split(':');
      return [name, Buffer.from(value, 'base64').toString('utf8')];
    }),
  );
const encode = (fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}:${Buffer.from(value).toString('base64')}`)
    .join(';');
const send = (mark, fields) => process.stdout.write(`\n${mark}<${encode(fields)}>${mark}\n`);

appendFileSync(`${process.argv[2]}.starts`, `${process.pid}\n`);
let pieces = '';
let count = 0;
// A kernel writes a banner first, and a prompt before each line.
process.stdout.write('Wolfram Language (stand-in)\nIn[1]:= ');
for await (const line of createInterface({ input: process.stdin })) {
  const load = /Get\["(.*)"\]\];$/.exec(line);
  const piece = /^PromptWorkbench`in\["([^"]*)"\];$/.exec(line);
  if (load) {
    const mark = /\nsend\["([^"]+)"/.exec(readFileSync(load[1].replaceAll('\\\\', '\\'), 'utf8'))?.[1];
    send(mark, { status: 'ready' });
  } else if (piece) pieces += piece[1];
  else if (line === 'PromptWorkbench`run[];') {
    const request = decode(pieces);
    pieces = '';
    count++;
    process.stdout.write(`\n${request.mark}!`);
    const fields = await answer(request, { count });
    if (fields) send(request.mark, { memory: '1000000', ...fields });
  } else process.stdout.write(`not a line of the protocol: ${line}\n`);
  process.stdout.write('In[2]:= ');
}
