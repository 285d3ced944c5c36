/** Computes the cost of a run whose runner reports none: from a person's own prices, or from the known ones of its service. */
import * as z from 'zod';
import { WorkbenchError } from '../../base/errors.ts';
import { ownPrice, type priceList } from '../../contract/shapes/run.ts';
import { readJsonFile } from '../../files/json-file.ts';
import { changeRunFile, runFile } from '../run-file.ts';
import type { Ending, Runner } from '../runner.ts';
import { knownPrices, pricedHosts } from './known-prices.ts';

export type PriceList = z.output<typeof priceList>;

const settings = z.object({
  /** Whether costs are computed from the known prices, too. */
  usesKnown: z.boolean().default(true),
  own: z
    .array(ownPrice.extend({ asOf: z.string() }))
    .max(500)
    .default([]),
});
type Settings = z.output<typeof settings>;

const fileName = 'prices.json';

/** @throws WorkbenchError `unavailable` for a damaged file */
async function readSettings(stateDir: string): Promise<Settings> {
  const file = runFile(stateDir, fileName);
  const fileReading = await readJsonFile(file, settings);
  if (fileReading.kind === 'missing') return settings.parse({});
  if (fileReading.kind === 'valid') return fileReading.value;
  throw new WorkbenchError(
    'unavailable',
    `Can't read your prices in ${file}, because ${fileReading.why}: correct or delete it.`,
  );
}

function write(stateDir: string, change: (now: Settings) => Settings): Promise<void> {
  return changeRunFile(stateDir, fileName, async () => change(await readSettings(stateDir)));
}

/** The prices that costs are computed from, and the known ones that they replace. @throws WorkbenchError `unavailable` */
export async function readPrices(stateDir: string): Promise<PriceList> {
  const { usesKnown, own } = await readSettings(stateDir);
  const builtinPrices = Object.entries(knownPrices).flatMap(([service, prices]) =>
    prices.map((price) => ({ ...price, service: pricedHosts[service as keyof typeof pricedHosts] })),
  );
  return { usesKnown, own, known: builtinPrices };
}

/** Adds a person's price as of today, or replaces that of its model. @throws WorkbenchError `invalid-input`, `unavailable` */
export async function savePrice(stateDir: string, data: unknown): Promise<void> {
  const result = ownPrice.safeParse(data);
  if (!result.success)
    throw new WorkbenchError('invalid-input', 'A price is a model and two numbers: US dollars per million tokens.');
  const price = { ...result.data, asOf: new Date().toISOString().slice(0, 10) };
  await write(stateDir, (now) => ({ ...now, own: [...now.own.filter(({ model }) => model !== price.model), price] }));
}

/** @throws WorkbenchError `not-found`, `unavailable` */
export async function removePrice(stateDir: string, model: string): Promise<void> {
  await write(stateDir, (now) => {
    if (!now.own.some((price) => price.model === model))
      throw new WorkbenchError(
        'not-found',
        `You have set no price for "${model}": "prompt-workbench prices" lists yours.`,
      );
    return { ...now, own: now.own.filter((price) => price.model !== model) };
  });
}

/** @throws WorkbenchError `unavailable` */
export function includeKnownPrices(stateDir: string, usesKnown: boolean): Promise<void> {
  return write(stateDir, (now) => ({ ...now, usesKnown }));
}

/** Adds the cost to a runner's answers if it reports none and a price is known. A damaged file of prices counts as empty. */
export function withPrices(runner: Runner, stateDir: string): Runner {
  return {
    ...runner,
    async answer(request, progress) {
      const ending = await runner.answer(request, progress);
      const prices = await readPrices(stateDir).catch(() => undefined);
      return prices ? { ...ending, ...costOf(ending, runner.place, prices) } : ending;
    },
  };
}

/** Computes a cost. Cached tokens count in full, so the true cost may be lower. @param place the address of the service */
export function costOf(
  { costUsd, tokensIn, tokensOut, model }: Ending,
  place: string,
  { usesKnown, own, known }: PriceList,
): Pick<Ending, 'costUsd' | 'pricesOf'> {
  if (costUsd !== undefined || tokensIn === undefined || tokensOut === undefined || model === undefined) return {};
  const host = URL.canParse(place) ? new URL(place).host : '';
  const knownPrices = usesKnown ? known.filter(({ service }) => service === host) : [];
  const price = [...own, ...knownPrices].find((knownPrice) => isModel(knownPrice.model, model));
  if (!price) return {};
  return { costUsd: (tokensIn * price.inUsd + tokensOut * price.outUsd) / 1e6, pricesOf: price.asOf };
}

/** Services add the day of a version: `gpt-5-nano-2025-08-07`, `claude-haiku-4-5-20251001`. */
function isModel(pricedModel: string, answeringModel: string): boolean {
  return answeringModel === pricedModel || answeringModel.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '') === pricedModel;
}
