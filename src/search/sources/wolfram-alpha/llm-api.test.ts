import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startWolframAlphaStub, text, validAppId, type WolframAlphaStub } from '../testing/wolfram-alpha-stub.ts';
import { askWolframAlpha } from './llm-api.ts';

let stub: WolframAlphaStub;
beforeAll(async () => {
  stub = await startWolframAlphaStub();
});
afterAll(() => stub.close());

const ask = (query: string, options: Partial<Parameters<typeof askWolframAlpha>[1]> = {}) =>
  askWolframAlpha(query, {
    address: stub.address,
    appId: validAppId,
    signal: new AbortController().signal,
    ...options,
  });
const failure = (query: string, options?: Parameters<typeof ask>[1]) =>
  ask(query, options).then(
    (answer) => Promise.reject(new Error(`It answered ${answer}`)),
    (error: Error) => error.message,
  );

describe('Wolfram|Alpha', () => {
  it('gets the query on one line, and the AppID in a header, not in the address', async () => {
    expect(await ask('the 123456789th\n prime & more')).toContain('2543568463');
    const lastRequest = stub.asked.at(-1);
    expect(lastRequest).toMatchObject({ input: 'the 123456789th prime & more', authorization: `Bearer ${validAppId}` });
    expect(lastRequest?.url).toContain('the%20123456789th%20prime');
    expect(lastRequest?.url).not.toContain(validAppId);
  });

  it('reports a rejected AppID for 403, 401 and 400, and never shows it', async () => {
    const secret = 'SECRET-1234567890';
    const messages = [await failure('x', { appId: secret })];
    for (const [status, body] of [
      [401, 'Invalid appid'],
      [400, 'Appid Missing'],
    ] as const) {
      stub.answerNext(text(status, body));
      messages.push(await failure('x', { appId: secret }));
    }
    for (const message of messages) expect(message).toMatch(/^Wolfram\|Alpha rejected the AppID \(40[013]\): check it/);
    expect(messages.join()).not.toContain(secret);
  });

  it.each([
    ['without a question (400)', 400, 'No input', /^Wolfram\|Alpha found no question in the query \(400\): use/],
    ['whose limit is reached (429)', 429, 'Too many', /^This AppID has reached its limit \(429\): wait/],
    ['at a wrong address (404)', 404, 'Nothing here', /answered with status 404: check BaseUrl/],
  ])('reports a request %s', async (_, status, body, sentence) => {
    stub.answerNext(text(status, body));
    expect(await failure('x')).toMatch(sentence);
  });

  it('reports a query that it does not understand (501), with suggestions, and does not retry', async () => {
    const before = stub.asked.length;
    expect(await failure('gibberish')).toMatch(/does not understand this query \(501\).* population of France$/);
    expect(stub.asked.length).toBe(before + 1);
  });

  it('gets one retry after a 5xx', async () => {
    stub.answerNext(text(503, 'busy'));
    expect(await ask('pi')).toContain('Result:');
    const before = stub.asked.length;
    stub.answerNext(text(500, 'broken'), text(502, 'broken'));
    expect(await failure('pi')).toMatch(/failed twice \(502\): try again later/);
    expect(stub.asked.length).toBe(before + 2);
  });

  it('reports a web page instead of text', async () => {
    stub.answerNext(text(200, '<!-- hotel -->\n<!DOCTYPE html><html><body>Sign in</body></html>', 'text/html'));
    expect(await failure('pi')).toMatch(/returned a web page instead of text: check BaseUrl in the source/);
  });

  it('has a time limit', async () => {
    stub.answerNext(() => {});
    expect(await failure('pi', { timeoutMs: 50 })).toMatch(
      /\(it did not complete its answer within 0\.1 seconds\): check .* try again/,
    );
  });

  it('keeps its time limit during garbage collection', async () => {
    setFlagsFromString('--expose-gc');
    const reclaiming = setInterval(runInNewContext('gc') as () => void, 20);
    onTestFinished(() => clearInterval(reclaiming));
    stub.answerNext(() => {});
    const stoppedController = new AbortController();
    const timeLimit = setTimeout(() => stoppedController.abort(new Error('It had no time limit.')), 3_000);
    expect(await failure('pi', { timeoutMs: 300, signal: stoppedController.signal })).toMatch(/within 0\.3 seconds/);
    clearTimeout(timeLimit);
  });

  it('reports an unreachable machine', async () => {
    const closedServer = createServer();
    await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(closedServer.address() as AddressInfo).port}`;
    await new Promise((resolve) => closedServer.close(resolve));
    expect(await failure('pi', { address })).toMatch(
      /cannot be reached \(nothing listens there\): check that this computer is online/,
    );
  });

  it('does not send the AppID to a redirect', async () => {
    stub.answerNext((response) => response.writeHead(302, { location: `${stub.address}/elsewhere` }).end());
    const before = stub.asked.length;
    expect(await failure('pi')).toContain('it redirects to');
    expect(stub.asked.length).toBe(before + 1);
  });

  it('stops reading an endless answer', async () => {
    stub.answerNext((response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', pour);
      pour();
    });
    expect((await ask('pi')).length).toBe(100_000);
  });
});
