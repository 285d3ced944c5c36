import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asksOfSource } from '../../../model/asks.ts';
import { fileSecrets } from '../../../state/secrets.ts';
import { trustOf } from '../../../trust/testing/trust-of.ts';
import { startWolframAlphaStub, validAppId, type WolframAlphaStub } from '../testing/wolfram-alpha-stub.ts';
import { saveAppId } from './app-id.ts';
import { openWolframAlpha } from './wolfram-alpha-source.ts';

let dir: string;
let stub: WolframAlphaStub;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wolfram-alpha-'));
  stub = await startWolframAlphaStub();
});
afterEach(() => stub.close());

function open(env: NodeJS.ProcessEnv = {}, baseUrl = stub.address) {
  const secrets = fileSecrets(dir);
  const trust = trustOf(dir);
  const definition = { type: 'WolframAlpha', baseUrl, judgedQueries: [] } as const;
  const allow = () => trust.allow(asksOfSource(definition, () => undefined));
  return { secrets, allow, source: openWolframAlpha({ definition, secrets, env, trust }) };
}

async function openAllowed(env?: NodeJS.ProcessEnv) {
  const source = open(env);
  await source.allow();
  return source;
}

const options = () => ({ limit: 20, signal: new AbortController().signal });

describe('The AppID', () => {
  it('is requested if it is missing: nothing is sent', async () => {
    const { source } = open();
    await expect(source.retrieve('pi', options())).rejects.toThrow(/^No AppID for Wolfram\|Alpha is set: get one/);
    expect(await source.state()).toMatchObject({ kind: 'not-set-up', credential: 'wolfram-alpha-app-id' });
    expect(stub.asked).toEqual([]);
  });

  it('and the permission decide whether a search sends a request', async () => {
    const { source, secrets, allow } = open();
    expect(await source.sendsRequests?.()).toBe(false);
    await saveAppId(secrets, validAppId);
    expect(await source.sendsRequests?.()).toBe(false);
    await allow();
    expect(await source.sendsRequests?.()).toBe(true);
  });

  it('comes from the environment, before the settings', async () => {
    const { source, secrets } = await openAllowed({ WOLFRAM_ALPHA_APP_ID: validAppId });
    await saveAppId(secrets, 'ANOTHER');
    expect((await source.retrieve('pi', options())).rankedPassages[0]?.passage.title).toBe('Wolfram|Alpha');
  });

  it('of the settings is in a file that only its owner can read, and is removed whole', async () => {
    const { source, secrets } = await openAllowed();
    await saveAppId(secrets, ` ${validAppId}\n`);
    const file = join(dir, 'secrets', 'wolfram-alpha-app-id');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'secrets'))).mode & 0o777).toBe(0o700);
    expect(await source.state()).toEqual({ kind: 'ready', unread: [] });
    await saveAppId(secrets, '');
    expect(await readdir(join(dir, 'secrets'))).toEqual([]);
  });

  it.each(['https://example.com', 'http://wolframalpha.com', 'https://wolframalpha.com.example.com'])(
    'is not sent to %s, which a file of the workspace names, before both are allowed',
    async (baseUrl) => {
      const { source, allow } = open({ WOLFRAM_APP_ID: validAppId }, baseUrl);
      await expect(source.retrieve('pi', options())).rejects.toThrow(
        /send requests to \S+, and to pass the environment variable WOLFRAM_ALPHA_APP_ID to /,
      );
      await allow();
      expect(await source.state()).toMatchObject({ kind: 'ready' });
    },
  );

  it('is sent to Wolfram|Alpha once its address is allowed', async () => {
    const { source, allow } = open({ WOLFRAM_APP_ID: validAppId }, 'https://www.wolframalpha.com');
    await expect(source.retrieve('pi', options())).rejects.toThrow(
      /to send requests to https:\/\/www\.wolframalpha\.com: /,
    );
    await allow();
    expect(await source.state()).toMatchObject({ kind: 'ready' });
  });

  it('does not follow a redirect', async () => {
    const { source } = await openAllowed({ WOLFRAM_APP_ID: validAppId });
    stub.answerNext((response) => response.writeHead(307, { Location: `${stub.address}/elsewhere` }).end());
    await expect(source.retrieve('pi', options())).rejects.toThrow(/it redirects to/);
    expect(stub.asked).toHaveLength(1);
  });
});

describe('Answers of Wolfram|Alpha', () => {
  it('are shown with the address of their page', async () => {
    const { source } = await openAllowed({ WOLFRAM_APP_ID: validAppId });
    const { rankedPassages } = await source.retrieve('10th prime', options());
    expect(rankedPassages[0]?.passage).toMatchObject({ location: 'https://www.wolframalpha.com/input?i=10th%20prime' });
    expect(JSON.stringify(rankedPassages)).toContain('2543568463');
  });

  it('are not stored on disk', async () => {
    const { source } = await openAllowed({ WOLFRAM_APP_ID: validAppId });
    await source.retrieve('10th prime', options());
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
    );
    expect(texts.join()).not.toContain('2543568463');
  });
});
