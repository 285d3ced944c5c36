/** The tests of a prompt or tool: values, and what must hold of the answer to them. */
import type { JsonObject } from '../../base/json.ts';
import type { Role } from './content.ts';

/** One test, stored with its prompt or tool. Its values are those of the sample, replaced one by one by `arguments`. */
export interface Test<Value = string> {
  readonly name: string;
  /** The name of a sample of the same prompt. */
  readonly sample?: string;
  readonly arguments?: Readonly<Record<string, Value>>;
  /** Without any, an answer is expected and no error. */
  readonly expect: readonly Expectation[];
  /** Only of prompts, and only where a runner is named: what must hold of a model's answers. */
  readonly answer?: AnswerTest;
}

export interface AnswerTest {
  /** At least one. */
  readonly expect: readonly AnswerClaim[];
  /** How often the prompt is run; default 1. */
  readonly repeat?: number;
  /** The share of the runs in which each expectation must hold, from 0 to 1; default 1. */
  readonly share?: number;
}

export type AnswerClaim =
  | Extract<
      Claim,
      { readonly kind: 'contains' | 'not-contains' | 'equals' | 'starts-with' | 'regex' | 'is-json' | 'tokens-at-most' }
    >
  /** A sentence that the runner's model judges the answer by. */
  | { readonly kind: 'llm-rubric'; readonly rubric: string }
  | { readonly kind: 'latency-at-most'; readonly milliseconds: number }
  | { readonly kind: 'cost-at-most'; readonly usd: number };

/**
 * What must hold. `as`: ids of the client applications whose model reads the text that it is about; without it, the text
 * of the answer itself.
 */
export type Expectation = Claim & { readonly as?: readonly string[] };

export type Claim =
  | { readonly kind: 'contains' | 'not-contains' | 'equals' | 'starts-with'; readonly text: string }
  | { readonly kind: 'regex'; readonly pattern: string }
  /** Without a schema, any JSON. */
  | { readonly kind: 'is-json'; readonly schema?: JsonObject }
  | { readonly kind: 'messages'; readonly count?: number; readonly roles?: readonly Role[] }
  | { readonly kind: 'tokens-at-most'; readonly tokens: number }
  /** The protocol's error; `contains` is text of its message. */
  | { readonly kind: 'error'; readonly code?: number; readonly contains?: string }
  /** `page`: its location, web address or title. `within`: among so many first passages that the model gets. */
  | { readonly kind: 'search-finds'; readonly page: string; readonly within?: number }
  | { readonly kind: 'same-as'; readonly sample?: string; readonly client?: string }
  | { readonly kind: 'snapshot' }
  /** No value of an argument breaks out of its place in the text. */
  | { readonly kind: 'cannot-escape' }
  /** Only of tools: whether the result says that the call failed. */
  | { readonly kind: 'is-error'; readonly value: boolean }
  /** Only of tools: the structured content has these values, and may have more. */
  | { readonly kind: 'structured'; readonly value: JsonObject };
