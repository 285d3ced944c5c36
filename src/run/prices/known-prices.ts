/**
 * What some well-known models cost at their own services, as data. Only list prices that are the same for every short request:
 * models with several tariffs for them are left out.
 */

export interface KnownPrice {
  /** The service's id, without the date at its end. */
  readonly model: string;
  /** US dollars for a million tokens. */
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
const gpt6 = 'https://github.com/TheKrush/PromptFuel/releases/tag/v1.0.21';
const gpt5 = 'https://deploybase.ai/articles/openai-pricing';
const gpt4 = 'https://aumiqx.com/ai-tools/openai-api-pricing-gpt4-costs-guide-2026';

const price = (model: string, inUsd: number, outUsd: number, asOf: string, evidence: string): KnownPrice => ({
  model,
  inUsd,
  outUsd,
  asOf,
  evidence,
});

/** By service. The day of Anthropic's own pages is the first on which they could say so. */
export const knownPrices: Readonly<Record<keyof typeof pricedHosts, readonly KnownPrice[]>> = {
  anthropic: [
    price('claude-opus-5-5', 4, 20, '2026-09-29', claudeLineup),
    price('claude-opus-5', 5, 25, '2026-09-29', claudeLineup),
    price('claude-sonnet-5-5', 2, 10, '2026-09-29', claudeLineup),
    price('claude-sonnet-5', 2, 10, '2026-07-24', claudeEarlier),
    price('claude-haiku-4-5', 1, 5, '2026-07-24', claudeEarlier),
  ],
  openai: [
    price('gpt-6-sol', 2, 10, '2026-09-22', gpt6),
    price('gpt-5', 1.25, 10, '2026-03', gpt5),
    price('gpt-5-mini', 0.25, 2, '2026-03', gpt5),
    price('gpt-4.1', 2, 8, '2026-04', gpt4),
    price('gpt-4.1-mini', 0.4, 1.6, '2026-04', gpt4),
    price('gpt-4.1-nano', 0.1, 0.4, '2026-04', gpt4),
    price('gpt-4o', 2.5, 10, '2026-04', gpt4),
    price('gpt-4o-mini', 0.15, 0.6, '2026-04', gpt4),
  ],
};
