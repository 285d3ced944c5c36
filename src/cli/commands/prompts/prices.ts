/** `prices`: lists and sets the prices for runs whose runner reports no cost. */
import { stateDir } from '../../../state/paths.ts';
import { UsageError } from '../../outcome.ts';
import { print, printJson } from '../../print.ts';

interface PricesOptions {
  /** `MODEL=IN/OUT` */
  readonly set?: string;
  readonly remove?: string;
  readonly known?: string;
  readonly json?: boolean;
}

export async function prices({ set, remove, known, json }: PricesOptions): Promise<void> {
  if ([set, remove, known].filter((value) => value !== undefined).length > 1)
    throw new UsageError('Use --set, --remove and --known one at a time.');
  const { readPrices, removePrice, savePrice, includeKnownPrices } = await import('../../../run/prices/prices.ts');
  if (set !== undefined) await savePrice(stateDir(), priceIn(set));
  if (remove !== undefined) await removePrice(stateDir(), remove);
  if (known !== undefined) {
    if (known !== 'yes' && known !== 'no') throw new UsageError('Write --known yes or --known no.');
    await includeKnownPrices(stateDir(), known === 'yes');
  }
  const list = await readPrices(stateDir());
  if (json) return printJson(list);
  const line = ({ model, inUsd, outUsd, asOf }: (typeof list.own)[number]) =>
    `${model}: $${inUsd} in, $${outUsd} out, ${asOf}`;
  for (const price of list.own) print(`${line(price)}, yours\n`);
  if (!list.usesKnown) return print('The known prices are not used: --known yes uses them.\n');
  for (const price of list.known) print(`${line(price)}, ${price.service}\n`);
  print('US dollars per million tokens.\n');
}

/** Reads `MODEL=IN/OUT`. The last `=` separates, because the name of a model may contain one. */
function priceIn(text: string): object {
  const [, model = '', inUsd, outUsd] = /^(.+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (inUsd === undefined) throw new UsageError(`"${text}" is not a price: write it like gpt-x=1.25/10.`);
  return { model: model.trim(), inUsd: Number(inUsd), outUsd: Number(outUsd) };
}
