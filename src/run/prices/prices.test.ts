import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ending } from '../runner.ts';
import { knownPrices } from './known-prices.ts';
import { costOf, includeKnownPrices, readPrices, removePrice, savePrice } from './prices.ts';

async function makeState(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'prices-'));
  return dir;
}

const endingOf = (model: string, fields: Partial<Ending> = {}): Ending => ({
  stopReason: 'end',
  model,
  tokensIn: 1_000,
  tokensOut: 100,
  ...fields,
});

test('a cost is computed from the price of the model at its own service, with any version of it', async () => {
  const prices = await readPrices(await makeState());
  const openai = 'https://api.openai.com/v1';
  const cost = { costUsd: expect.closeTo(0.003), pricesOf: '2026-09-22' };
  expect(costOf(endingOf('gpt-6-sol'), openai, prices)).toEqual(cost);
  expect(costOf(endingOf('gpt-6-sol-2026-09-22'), openai, prices)).toEqual(cost);
  expect(costOf(endingOf('claude-haiku-4-5-20251001'), 'https://api.anthropic.com', prices).costUsd).toBeCloseTo(
    0.0015,
  );
});

test('no cost is made up: for other services, other models, without tokens, and where the runner reports one', async () => {
  const prices = await readPrices(await makeState());
  const openai = 'https://api.openai.com/v1';
  expect(costOf(endingOf('gpt-6-sol'), 'http://127.0.0.1:11434/v1', prices)).toEqual({});
  expect(costOf(endingOf('gpt-6-sol'), '/usr/bin/opencode', prices)).toEqual({});
  expect(costOf(endingOf('gpt-6-sol-audio'), openai, prices)).toEqual({});
  expect(costOf({ stopReason: 'end', model: 'gpt-6-sol', tokensIn: 5 }, openai, prices)).toEqual({});
  expect(costOf(endingOf('gpt-6-sol', { costUsd: 0.5 }), openai, prices)).toEqual({});
});

test("a person's own price takes precedence, with every runner, and the known prices can be left out", async () => {
  const state = await makeState();
  await savePrice(state, { model: 'gpt-6-sol', inUsd: 1, outUsd: 1 });
  await savePrice(state, { model: 'gpt-6-sol', inUsd: 10, outUsd: 0 });
  const today = new Date().toISOString().slice(0, 10);
  for (const place of ['https://api.openai.com/v1', 'https://router.example/v1'])
    expect(costOf(endingOf('gpt-6-sol'), place, await readPrices(state))).toEqual({ costUsd: 0.01, pricesOf: today });
  await removePrice(state, 'gpt-6-sol');
  await includeKnownPrices(state, false);
  expect(costOf(endingOf('gpt-6-sol'), 'https://api.openai.com/v1', await readPrices(state))).toEqual({});
  await expect(removePrice(state, 'gpt-6-sol')).rejects.toMatchObject({ code: 'not-found' });
  await expect(savePrice(state, { model: 'x', inUsd: -1, outUsd: 0 })).rejects.toMatchObject({ code: 'invalid-input' });
  await writeFile(join(state, 'run', 'prices.json'), '{');
  await expect(readPrices(state)).rejects.toThrow('correct or delete it');
});

test('every known price has a day, a page of the service itself as its evidence, and one entry', () => {
  const sites = { anthropic: /\.claude\.com$/, openai: /\.openai\.com$/ };
  for (const [service, prices] of Object.entries(knownPrices)) {
    expect(new Set(prices.map(({ model }) => model)).size).toBe(prices.length);
    for (const { asOf, evidence, inUsd, outUsd } of prices) {
      expect(asOf).toMatch(/^2\d{3}-\d{2}(-\d{2})?$/);
      expect(new URL(evidence).host).toMatch(sites[service as keyof typeof sites]);
      expect(outUsd).toBeGreaterThan(inUsd);
    }
  }
});
