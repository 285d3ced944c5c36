/**
 * What some well-known models cost at their own services, as data, by the pages of these services. Only list prices that are the
 * same for every short request: models with several tariffs for them are left out.
 */

export interface KnownPrice {
  /** The service's id, without the date at its end. */
  readonly model: string;
  /** US dollars per million tokens. */
  readonly inUsd: number;
  readonly outUsd: number;
  /** ISO 8601: the day or month that the evidence is of. */
  readonly asOf: string;
  /** The address of the evidence. */
  readonly evidence: string;
}

/** The host whose prices they are. */
export const pricedHosts: Readonly<Record<'anthropic' | 'openai', string>> = {
  anthropic: 'api.anthropic.com',
  openai: 'api.openai.com',
};

const claudeLineup = 'https://platform.claude.com/docs/about-claude/models/whats-new-opus-5';
const claudeEarlier = 'https://platform.claude.com/docs/models/sonnet-5/overview';
const openaiModels = 'https://developers.openai.com/api/docs/models';

const price = (model: string, inUsd: number, outUsd: number, asOf: string, evidence: string): KnownPrice => ({
  model,
  inUsd,
  outUsd,
  asOf,
  evidence,
});

/** By service, from its own pages. `asOf` is the first day on which a page could give the price. */
export const knownPrices: Readonly<Record<keyof typeof pricedHosts, readonly KnownPrice[]>> = {
  anthropic: [
    price('claude-opus-5-5', 4, 20, '2026-09-29', claudeLineup),
    price('claude-opus-5', 5, 25, '2026-09-29', claudeLineup),
    price('claude-sonnet-5-5', 2, 10, '2026-09-29', claudeLineup),
    price('claude-sonnet-5', 2, 10, '2026-07-24', claudeEarlier),
    price('claude-haiku-4-5', 1, 5, '2026-07-24', claudeEarlier),
  ],
  openai: [
    price('gpt-6.2-sol', 2, 10, '2026-11', `${openaiModels}/gpt-6.2-sol`),
    price('gpt-6-sol', 2, 10, '2026-09-22', `${openaiModels}/gpt-6-sol`),
    price('gpt-6-luna', 0.1, 0.5, '2026-09-22', `${openaiModels}/gpt-6-luna`),
    price('gpt-5-nano', 0.05, 0.4, '2026-07', `${openaiModels}/gpt-5-nano`),
  ],
};
