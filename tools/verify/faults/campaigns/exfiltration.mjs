/**
 * A workspace that another person made tries to get private files, variables and the AppID of this computer to an address: in
 * the window's calls, on the command line, and to clients of `serve`. Nothing may arrive before it is allowed, and
 * exactly that afterwards.
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
  listen,
  orders,
  values,
  writeHostileWorkspace,
} from '../hostile-workspace.mjs';
import { makeWorld, waitFor } from '../world.mjs';

export const title = 'a hostile workspace sends nothing before it is allowed, and then only that';

export async function run({ short, log }) {
  const world = await makeWorld('exfiltration');
  const listener = await listen();
  const failures = [];
  let cases = 0;

  /** Notes what one attack has brought about that no person has allowed. @param {unknown} answer what the attacker's client got */
  function judge(attack, answer, { mayArrive = false } = {}) {
    cases += 1;
    const arrived = listener.take();
    if (arrived.length > 0 && !mayArrive) failures.push(`${attack}: ${arrived.length} requests arrived: ${arrived[0]}`);
    const response = `${JSON.stringify(answer ?? '')}\n${arrived.join('\n')}`;
    for (const [what, canary] of Object.entries(canaries))
      if (response.includes(canary)) failures.push(`${attack}: the ${what} was leaked: ${excerpt(response, canary)}`);
    for (const [what, file] of Object.entries(names.started))
      if (existsSync(file)) failures.push(`${attack}: the ${what} was started`);
  }

  /** Attacks through the command line. */
  async function attackCommandLine() {
    const { sources, prompts, tools } = names;
    const assigned = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    const commands = [
      ['check'],
      ['list'],
      ['list', 'S'],
      ['tools', 'S'],
      ['trust', '--list'],
      ...pick(prompts).map((name) => ['get', 'S', name, ...assigned]),
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
      // The documentation of the workspace itself is read in the background, which shows that the rest has had its turn.
      await waitFor(async () => isSettled(await call('sources.list', {})), { what: 'the background reading' });
      judge('background reading', await call('sources.list', {}));
      for (const prompt of names.prompts) {
        judge(`preview of ${prompt}`, await call('prompt.preview', { server: 'S', prompt, arguments: values }));
        const completing = { server: 'S', prompt, argument: 'q', value: '', arguments: {} };
        judge(`completion of ${prompt}`, await call('prompt.complete', completing));
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
      judge('lens', await call('simulation.matrix', { server: 'S' }));
      judge('media', [await call('media.list', {}), await call('media.read', { file: 'diary.txt' })]);
      const { entries = [] } = await call('traffic.list', { after: 0, limit: 1000 });
      const sent = entries.filter(({ method }) => ['prompts/get', 'tools/call', 'tools/list'].includes(method));
      if (sent.length === 0) failures.push('The traffic log has nothing to send again.');
      for (const { id, method } of pick(sent)) judge(`${method} sent again`, await call('traffic.resend', { id }));
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

  /** What a check of the disk finds of what no program may have read. */
  async function judgeDisk(when) {
    cases += 1;
    for (const [file, content] of await filesIn(world.state))
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
    const before = cases;
    log(`${before} attacks on the restricted workspace`);
    await attackAllowed({ world, listener, names, expect, failures });
    return { cases, failures, facts: `${before} attacks before trust, ${cases - before} checks after it` };
  } finally {
    await world.dispose();
    await listener.close();
  }

  /** Notes a failure unless the condition holds. */
  function expect(isSo, what) {
    cases += 1;
    if (!isSo) failures.push(what);
  }
}

/** Allows one thing after the other, and looks whether exactly that happens. A server that runs follows each time. */
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
  const holds = (texts, canary) => texts.some((text) => text.includes(canary));

  await command('trust', '--yes');
  expect((await search('loot')).includes('diary.md'), 'a trusted workspace may search the folder that it asks for');
  for (const order of Object.keys(orders)) await get(order);
  await get('every-source');
  expect(listener.take().length === 0, 'trusting a workspace does not allow an address of the private network');

  await command('allow', listener.origin);
  await get('every-source');
  expect(holds(listener.take(), 'quartz'), 'the query of a person arrives at an address that is allowed');
  const refused = [];
  for (const order of Object.keys(orders)) refused.push(await get(order));
  expect(!holds(listener.take(), canaries.file), 'a function may not send what it found to an address that is allowed');
  const advice = /prompt-workbench allow (\w+) --workspace/.exec(refused[0] ?? '');
  expect(advice !== null, `the refusal names the command that allows it: ${refused[0]}`);

  await command('allow', advice?.[1] ?? '');
  await get('search-then-send');
  expect(holds(listener.take(), canaries.file), 'what is allowed together arrives');

  const passed = await call('tool-secret');
  expect(holds(listener.take(), `Bearer ${canaries.variable}`), 'a variable that is allowed goes into its header');
  expect(passed.includes('‹/search-results>'), 'what another server answers is made harmless');
  await call('tool-program');
  expect(existsSync(names.started.program), 'a program that is allowed is started');
  const evaluating = await client.request('tools/call', {
    name: 'WolframLanguageEvaluator',
    arguments: { code: '1 + 1' },
  });
  expect(
    JSON.stringify(evaluating).includes('prompt-workbench allow evaluator'),
    'a trusted workspace does not let a client run Wolfram Language code of its choice',
  );
  const waiting = /prompt-workbench allow (\w+) --workspace/.exec(await call('tool-wolfram'));
  expect(
    waiting !== null && !existsSync(names.started.kernel),
    'Wolfram Language code of a trusted workspace does not run before it is allowed',
  );
  await command('allow', waiting?.[1] ?? '');
  await call('tool-wolfram');
  expect(existsSync(names.started.kernel), 'Wolfram Language code that is allowed runs');
  await search('alpha');
  expect(holds(listener.take(), canaries.appId), 'the AppID goes to an address that is allowed to have it');

  await command('trust', '--revoke');
  for (const name of names.prompts) await get(name);
  for (const name of names.tools) await call(name);
  const late = listener.take();
  expect(late.length === 0, `nothing arrives once everything is revoked: ${late[0]}`);
  expect(!(await search('loot')).includes('diary.md'), 'what was read before is not searched once it is revoked');
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

/** Whether the documentation inside the workspace has been read. */
function isSettled(sources) {
  const kinds = new Map(sources.map(({ name, state }) => [name, state.kind]));
  return kinds.get('linked') === 'ready';
}

function excerpt(text, canary) {
  const at = text.indexOf(canary);
  return text.slice(Math.max(0, at - 100), at + 100).replaceAll('\n', ' ');
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1').catch(() => '')]));
}
