/** Proofs by independent programs, through the balancer. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startAuthorizingProxy } from '../../authorizing-proxy.mjs';
import { leftOutChecks, ofExtensions, omittedScenarios, requiredScenarios } from '../../conformance-scope.mjs';
import { fixtureServer, installJudges, judgesNode, run } from '../../tools.mjs';
import { assert, secret } from '../library.mjs';
import { freePort, root, until } from '../services.mjs';

/** @type {import('../proofs.mjs').Proof[]} */
export const judgeProofs = [
  ...['2025-11-25', '2026-07-28'].map((revision) => ({
    name: `conformance-${revision}`,
    title: `the conformance suite of ${revision} through the balancer`,
    run: (team) => runConformanceSuite(team, revision),
  })),
  {
    name: 'inspector',
    title: 'MCP Inspector finds the issuer, registers, logs in and gets a prompt, in both eras',
    run: (team) => logInWithInspector(team),
  },
];

/** Runs the official conformance suite of one revision through the balancer. */
async function runConformanceSuite(team, revision) {
  const judgesFolder = installJudges();
  const node = judgesNode();
  if (!node) return 'left out: the suite needs Node 22.19';
  const folder = join(root, '.cache', 'conformance-team', revision);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const suite = judgesFolder('@modelcontextprotocol/conformance/dist/index.js');
  const url = new URL(`${team.nginx}/mcp/${fixtureServer}`);
  const proxy = await startAuthorizingProxy({ url, token: await team.signToken('judge') });
  const choice = ['--suite', 'all', '--spec-version', revision, '--timeout', '10000'];
  const { stdout, stderr } = await run(node, [suite, 'server', '--url', proxy.url.href, ...choice, '-o', folder], {
    timeout: 300_000,
  });
  proxy.close();
  let passedCount = 0;
  const failedScenarios = [];
  for (const entry of await readdir(folder)) {
    const scenario = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(entry)?.[1];
    if (!scenario || (!requiredScenarios.includes(scenario) && !ofExtensions.includes(scenario))) continue;
    const checks = JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8'));
    const badChecks = checks.filter(
      ({ status, id }) => /^(FAILURE|WARNING)$/.test(status) && leftOutChecks[`${scenario}:${id}`] === undefined,
    );
    if (badChecks.length === 0) passedCount += 1;
    else
      failedScenarios.push(
        `${scenario}: ${badChecks.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join('; ')}`,
      );
  }
  if (passedCount + failedScenarios.length === 0) throw new Error(`The suite ran no scenario: ${stdout}\n${stderr}`);
  if (failedScenarios.length > 0)
    throw new Error(`${failedScenarios.length} scenarios failed: ${failedScenarios.join('\n')}`);
  return `${passedCount} scenarios passed (${omittedScenarios.length} kinds of scenarios are left out, as in npm test)`;
}

/** Logs in with MCP Inspector's command line and its daemon, as a person does in a browser. */
async function logInWithInspector(team) {
  const judgesFolder = installJudges();
  const node = judgesNode();
  if (!node) return 'left out: MCP Inspector needs Node 22.19';
  const home = join(team.dir, 'inspector');
  await mkdir(home);
  const config = join(home, 'mcp.json');
  const docs = { type: 'streamable-http', url: `${team.nginx}/mcp/Docs` };
  await writeFile(config, JSON.stringify({ mcpServers: { docs } }));
  const client = judgesFolder('@modelcontextprotocol/inspector/clients/mcpdo/build/mcp-bin.js');
  const env = {
    HOME: home,
    NO_COLOR: '1',
    MCP_INSPECTOR_DAEMON_DIR: join(home, 'mcpdo'),
    // The daemon and the login are separate processes, which share their secrets by a file.
    MCP_INSPECTOR_SECRET_STORE: 'file',
    MCP_OAUTH_CALLBACK_URL: `http://127.0.0.1:${await freePort()}/oauth/callback`,
  };
  const ask = (...args) =>
    run(node, [client, '--format', 'json', '--config', config, ...args], { env, timeout: 90_000 });
  const askForJson = async (...args) => {
    const { code, stdout, stderr } = await ask(...args);
    assert(code === 0, `Inspector ended with ${code}: ${stderr || stdout}`);
    return JSON.parse(stdout);
  };
  const results = [];
  try {
    for (const era of ['legacy', 'modern']) {
      const connection = ['--connection', era];
      const { pendingAuth, authUrl } = await askForJson(...connection, 'connect', '--server', 'docs', '--era', era);
      // The second era finds the stored token.
      assert(era === 'modern' || pendingAuth === true, 'Inspector did not have to log in.');
      if (pendingAuth) await browse(authUrl);
      let outcome = { code: -1, stdout: '', stderr: '' };
      await until(
        async () => {
          outcome = await ask(...connection, 'prompts/list');
          return outcome.code === 0;
        },
        'the login of Inspector',
        60_000,
      ).catch((error) => {
        throw new Error(`${error.message} ${outcome.stderr || outcome.stdout}`);
      });
      assert(outcome.stdout.includes('greet') && !outcome.stdout.includes('launch'), `It lists ${outcome.stdout}`);
      const answer = JSON.stringify(
        await askForJson(...connection, 'prompts/get', 'greet', '--prompt-args', 'name=Inspector'),
      );
      assert(answer.includes(', Inspector!'), `It got ${answer}`);
      const refusal = await ask(...connection, 'prompts/get', 'launch');
      assert(refusal.code !== 0 && !refusal.stdout.includes(secret), `It got the hidden prompt: ${refusal.stdout}`);
      results.push(`${era}: ${pendingAuth ? 'logged in' : 'with the stored token'}`);
    }
  } finally {
    await run(node, [client, 'daemon', 'stop'], { env });
  }
  return results.join(', ');
}

/** Follows the redirects of an address with cookies, as a browser does. */
async function browse(address) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) {
      assert(answer.ok, `${address} answered with ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
      return;
    }
    address = new URL(next, address).href;
  }
  throw new Error(`${address} redirects more than 12 times.`);
}
