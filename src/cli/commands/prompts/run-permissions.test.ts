import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOnTerminal } from './run-permissions.ts';

const request = {
  kind: 'execute',
  title: 'ls',
  detail: 'command: ls\n\u001b[31mred',
  options: [
    { id: 'once', name: 'Yes', isYes: true },
    { id: 'no', name: 'No', isYes: false },
  ],
} as const;

/** Asks, and types a line when the question is there. */
async function answer(
  line: string | undefined,
  permissionRequest: Parameters<ReturnType<typeof askOnTerminal>>[0] = request,
) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let printedText = '';
  output.on('data', (chunk) => {
    printedText += chunk;
  });
  const stop = new AbortController();
  const decision = askOnTerminal(input, output)(permissionRequest, stop.signal);
  while (!printedText.includes('Allow it?') && !printedText.includes('no way')) await once(output, 'data');
  if (line === undefined) stop.abort();
  else input.write(`${line}\n`);
  return { decision: await decision, said: printedText };
}

test('a yes allows one request, r the rest of the run, and everything else means no', async () => {
  expect((await answer('y')).decision).toEqual({ kind: 'option', id: 'once' });
  expect((await answer('R')).decision).toEqual({ kind: 'option', id: 'once', forRun: true });
  for (const line of ['', 'n', 'yess', 'sure'])
    expect((await answer(line)).decision).toEqual({ kind: 'option', id: 'no' });
  expect((await answer(undefined)).decision).toEqual({ kind: 'option', id: 'no' });
});

test('the question says what the agent wants, with control characters shown', async () => {
  const { said } = await answer('y');
  expect(said).toContain('The agent wants to run a command: ls\n  command: ls\n  ␛[31mred\n');
});

test('an agent that offers only to allow for good is refused', async () => {
  const { decision } = await answer('y', { ...request, options: [] });
  expect(decision).toEqual({ kind: 'none' });
});
