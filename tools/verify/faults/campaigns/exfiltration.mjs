/**
 * A workspace of another person tries to send private files, variables and the AppID of this computer to an address:
 * through the window's calls, the command line and clients of `serve`. Nothing may arrive before a person allows it, and
 * afterwards only what the person allowed.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  argumentsOf,
  askEverything,
  canaries,
  connectHttp,
  connectStdio,
  leakingFunctions,
  startListener,
  values,
  writeHostileWorkspace,
} from '../hostile-workspace.mjs';
import { makeWorld, waitFor } from '../world.mjs';

export const title = 'a hostile workspace sends nothing before it is allowed, and then only that';

export async function run({ short, log }) {
  const world = await makeWorld('exfiltration');
  const listener = await startListener();
  const failures = [];
  let cases = 0;

  /** Adds a failure for each effect of an attack that no person allowed. @param {unknown} answer to the attacker's client */
  function judge(attack, answer) {
    cases += 1;
    const requests = listener.take();
    if (requests.length > 0) failures.push(`${attack}: ${requests.length} requests arrived: ${requests[0]}`);
    const response = `${JSON.stringify(answer ?? '')}\n${requests.join('\n')}`;
    for (const [what, canary] of Object.entries(canaries))
      if (response.includes(canary)) failures.push(`${attack}: the ${what} leaked: ${excerpt(response, canary)}`);
    for (const [what, file] of Object.entries(names.started))
      if (existsSync(file)) failures.push(`${attack}: the ${what} started`);
  }

  /** Attacks through the command line. */
  async function attackCommandLine() {
    const { sources, prompts, tools } = names;
    const assignments = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    const commands = [
      ['check'],
      ['list'],
      ['list', 'S'],
      ['tools', 'S'],
      ['trust', '--list'],
      ...pick(prompts).map((name) => ['get', 'S', name, ...assignments]),
      ...pick(tools).map((name) => ['call', 'S', name, '--arguments', JSON.stringify(argumentsOf(name))]),
      ...pick(sources).map((name) => ['search', name, 'quartz']),
      ...(short ? [] : sources.map((name) => ['evaluate', name])),
      ['search', 'WolframAlpha', 'quartz'],
      ['fetch', 'online'],
      ['get', 'WolframAlpha', 'Search', 'query=quartz'],
      ['doctor'],
    ];
    for (const command of commands) {
      const { stdout, stderr } = await world.run(command);
      judge(`prompt-workbench ${command.join(' ')}`, stdout + stderr);
    }
  }

  /** Attacks through the calls of the window. */
  async function attackWindow() {
    const host = await world.open();
    const call = (name, input) => host.call(name, input).catch((error) => ({ failed: error.message }));
    try {
      const { servers } = await call('workspace.get', {});
      if (!servers?.some(({ name }) => name === 'S')) failures.push('The window shows no server S.');
      // Once the workspace's own documentation is read, the background has had time for everything else.
      await waitFor(async () => isDocumentationRead(await call('sources.list', {})), {
        what: 'the background reading',
      });
      judge('background reading', await call('sources.list', {}));
      for (const prompt of names.prompts) {
        judge(`preview of ${prompt}`, await call('prompt.preview', { server: 'S', prompt, arguments: values }));
        const completion = { server: 'S', prompt, argument: 'q', value: '', arguments: {} };
        judge(`completion of ${prompt}`, await call('prompt.complete', completion));
      }
      judge('tool.list', await call('tool.list', { server: 'S' }));
      for (const tool of names.tools)
        judge(`trial of ${tool}`, await call('tool.try', { server: 'S', tool, arguments: argumentsOf(tool) }));
      for (const source of names.sources) {
        judge(`search of ${source}`, await call('search.run', { sources: [source], query: 'quartz' }));
        judge(`reindex of ${source}`, await call('sources.reindex', { source }));
        judge(`fetch of ${source}`, await call('sources.fetch', { source }));
        judge(`evaluation of ${source}`, await call('sources.evaluate', { source }));
        judge(`page of ${source}`, await call('sources.page', { source, location: 'notes/diary.md' }));
      }
      judge('simulation', await call('simulation.matrix', { server: 'S' }));
      judge('media', [await call('media.list', {}), await call('media.read', { file: 'diary.txt' })]);
      const { entries = [] } = await call('traffic.list', { after: 0, limit: 1000 });
      const requests = entries.filter(({ method }) => ['prompts/get', 'tools/call', 'tools/list'].includes(method));
      if (requests.length === 0) failures.push('The traffic log has nothing to send again.');
      for (const { id, method } of pick(requests)) judge(`${method} sent again`, await call('traffic.resend', { id }));
    } finally {
      await host.stop();
    }
  }

  async function attackStdio() {
    const child = world.start(['serve', 'S']);
    const client = await connectStdio(child);
    for (const [what, answer] of await askEverything(client.request, names)) judge(`stdio ${what}`, answer);
    client.close();
    await child.ended;
  }

  async function attackHttp() {
    const { url, token, child } = await serveHttp(world);
    const client = await connectHttp(url, token);
    for (const [what, answer] of await askEverything(client.request, names)) judge(`HTTP ${what}`, answer);
    child.kill('SIGTERM');
    await child.ended;
  }

  /** Adds a failure for each file of the state folder with content that no program may read. */
  async function judgeDisk(when) {
    cases += 1;
    for (const [file, content] of await readFolder(world.state))
      if (content.includes(canaries.file)) failures.push(`${when}: ${file} holds a file of the home folder`);
  }

  const pick = (list) => (short ? list.filter((_, index) => index % 2 === 0) : list);
  const names = await writeHostileWorkspace(world, listener.origin);
  try {
    await attackWindow();
    await attackCommandLine();
    await attackStdio();
    await attackHttp();
    await judgeDisk('before anything was allowed');
    const restrictedCases = cases;
    log(`${restrictedCases} attacks on the restricted workspace`);
    await attackAllowed({ world, listener, names, expect, failures });
    return {
      cases,
      failures,
      facts: `${restrictedCases} attacks before trust, ${cases - restrictedCases} checks after it`,
    };
  } finally {
    await world.dispose();
    await listener.close();
  }

  /** Adds a failure if a condition is false. */
  function expect(isTrue, what) {
    cases += 1;
    if (!isTrue) failures.push(what);
  }
}

/** Allows one ask after the other, and checks that a running server then does exactly that. */
async function attackAllowed({ world, listener, names, expect, failures }) {
  const child = world.start(['serve', 'S']);
  const client = await connectStdio(child);
  const get = async (name) => JSON.stringify(await client.request('prompts/get', { name, arguments: values }));
  const call = async (name) => JSON.stringify(await client.request('tools/call', { name, arguments: values }));
  const search = async (source) => (await world.run(['search', source, 'quartz'])).stdout;
  const command = async (...args) => {
    const { code, stderr } = await world.run(args);
    if (code !== 0) failures.push(`${args.join(' ')} failed: ${stderr}`);
  };
  const includes = (texts, canary) => texts.some((text) => text.includes(canary));

  await command('trust', '--yes');
  expect((await search('loot')).includes('diary.md'), 'a trusted workspace may search the folder that it asks for');
  for (const name of Object.keys(leakingFunctions)) await get(name);
  await get('every-source');
  expect(listener.take().length === 0, 'trusting a workspace does not allow an address of the private network');

  await command('allow', listener.origin);
  await get('every-source');
  expect(includes(listener.take(), 'quartz'), 'the query of a person arrives at an allowed address');
  const refusals = [];
  for (const name of Object.keys(leakingFunctions)) refusals.push(await get(name));
  expect(!includes(listener.take(), canaries.file), 'a function may not send what it found to an allowed address');
  const pairAsk = /prompt-workbench allow (\w+) --workspace/.exec(refusals[0] ?? '');
  expect(pairAsk !== null, `the refusal names the command that allows it: ${refusals[0]}`);

  await command('allow', pairAsk?.[1] ?? '');
  await get('search-then-send');
  expect(includes(listener.take(), canaries.file), 'what a function found arrives once a person allows the pair');

  const answer = await call('tool-secret');
  expect(includes(listener.take(), `Bearer ${canaries.variable}`), 'an allowed variable goes into its header');
  expect(answer.includes('‹/search-results>'), 'the answer of another server cannot end its place in the prompt');
  await call('tool-program');
  expect(existsSync(names.started.program), 'an allowed program starts');
  const evaluation = await client.request('tools/call', {
    name: 'WolframLanguageEvaluator',
    arguments: { code: '1 + 1' },
  });
  expect(
    JSON.stringify(evaluation).includes('prompt-workbench allow evaluator'),
    'a trusted workspace does not let a client run Wolfram Language code of its choice',
  );
  const wolframAsk = /prompt-workbench allow (\w+) --workspace/.exec(await call('tool-wolfram'));
  expect(
    wolframAsk !== null && !existsSync(names.started.kernel),
    'Wolfram Language code of a trusted workspace does not run before it is allowed',
  );
  await command('allow', wolframAsk?.[1] ?? '');
  await call('tool-wolfram');
  expect(existsSync(names.started.kernel), 'allowed Wolfram Language code runs');
  await search('alpha');
  expect(includes(listener.take(), canaries.appId), 'the AppID goes to an address that may have it');

  await command('trust', '--revoke');
  for (const name of names.prompts) await get(name);
  for (const name of names.tools) await call(name);
  const requests = listener.take();
  expect(requests.length === 0, `nothing arrives once everything is revoked: ${requests[0]}`);
  expect(!(await search('loot')).includes('diary.md'), 'nothing that was read before is searched once it is revoked');
  client.close();
  await child.ended;
}

async function serveHttp(world) {
  const child = world.start(['serve', 'S', '--http', '--port', '0']);
  const [, url, file] = await waitFor(() => /^Address: +(\S+)\nToken file: +(.+)$/m.exec(child.output.stdout), {
    what: 'the address of serve --http',
    until: child.ended,
    output: child.output,
  });
  return { child, url, token: (await readFile(file, 'utf8')).trim() };
}

/** Whether the background has read the documentation inside the workspace. */
function isDocumentationRead(sources) {
  const kinds = new Map(sources.map(({ name, state }) => [name, state.kind]));
  return kinds.get('linked') === 'ready';
}

function excerpt(text, canary) {
  const index = text.indexOf(canary);
  return text.slice(Math.max(0, index - 100), index + 100).replaceAll('\n', ' ');
}

async function readFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1').catch(() => '')]));
}
