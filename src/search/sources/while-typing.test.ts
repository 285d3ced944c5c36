import { describe, expect, it } from 'vitest';
import type { RetrievedPassages, Retriever } from './retriever.ts';
import { createWhileTyping } from './while-typing.ts';

const source = {} as Retriever;
const openSignal = new AbortController().signal;

function world(pause = 20) {
  const requests: string[] = [];
  const typing = createWhileTyping(pause);
  let number = 0;
  const type = (query: string, signal = openSignal, retriever = source, isReusable = true) =>
    typing.retrieve(
      retriever,
      { number: ++number, query, signal, isReusable },
      async (): Promise<RetrievedPassages> => {
        requests.push(query);
        return { rankedPassages: [], message: query };
      },
    );
  return { asked: requests, type };
}

describe('A query that is being typed', () => {
  it('is sent once, after a pause; earlier states end at once', async () => {
    const { asked, type } = world();
    const answers = await Promise.allSettled(['p', 'pr', 'pri', 'prime'].map((query) => type(query)));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(answers[0]).toMatchObject({ reason: { message: 'The query was still being typed.' } });
    expect(asked).toEqual(['prime']);
  });

  it('is the newest one, even if an older one arrives later', async () => {
    const typing = createWhileTyping(1);
    const ask = (message: string) => async (): Promise<RetrievedPassages> => ({ rankedPassages: [], message });
    const newerQuery = typing.retrieve(
      source,
      { number: 2, query: 'prime', signal: openSignal, isReusable: true },
      ask('newer'),
    );
    const olderQuery = typing.retrieve(
      source,
      { number: 1, query: 'pri', signal: openSignal, isReusable: true },
      ask('older'),
    );
    await expect(olderQuery).rejects.toThrow('still being typed');
    expect(await newerQuery).toMatchObject({ message: 'newer' });
  });

  it('is not sent again for the same words', async () => {
    const { asked, type } = world();
    await type('prime');
    expect(await type('prime')).toMatchObject({ message: 'prime' });
    await type('sine');
    await type('prime');
    expect(asked).toEqual(['prime', 'sine']);
  });

  it('is sent again for the same words if its answer may have changed', async () => {
    const { asked, type } = world();
    await type('prime', openSignal, source, false);
    await type('prime', openSignal, source, false);
    expect(asked).toEqual(['prime', 'prime']);
  });

  it('does not delay searches of other sources', async () => {
    const { asked, type } = world();
    await Promise.all([type('prime'), type('prime', openSignal, {} as Retriever)]);
    expect(asked).toEqual(['prime', 'prime']);
  });

  it('is not sent when the caller cancels', async () => {
    const { asked, type } = world();
    const stop = new AbortController();
    const typing = type('prime', stop.signal);
    stop.abort(new Error('enough'));
    await expect(typing).rejects.toThrow('enough');
    expect(asked).toEqual([]);
  });

  it('whose answer failed is sent again', async () => {
    const typing = createWhileTyping(1);
    let attempts = 0;
    const ask = async (): Promise<RetrievedPassages> => {
      if (attempts++ === 0) throw new Error('busy');
      return { rankedPassages: [] };
    };
    const question = { number: 1, query: 'x', signal: openSignal, isReusable: true };
    await expect(typing.retrieve(source, question, ask)).rejects.toThrow('busy');
    expect(await typing.retrieve(source, question, ask)).toEqual({ rankedPassages: [] });
  });
});
