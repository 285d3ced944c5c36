/**
 * MCP servers for tests, over standard input and output, by hand: their answers are the test cases, right or wrong.
 * Usage: node server.mjs KIND [FILE]; a silent one writes a port into FILE at which it listens as long as it lives.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const [kind = '', note] = process.argv.slice(2);
const text = (role, value) => ({ role, content: { type: 'text', text: value } });
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let calls = 0;

/** Each kind of server: its prompts, and what each answers. */
const servers = {
  reviewer: [
    {
      name: 'review',
      title: 'Review code',
      description: 'Reviews a change',
      arguments: [
        { name: 'code', description: 'What to review', required: true },
        { name: 'focus', description: 'What to look at' },
      ],
      get: ({ code, focus = 'correctness' }) => [
        text('user', `Review with a focus on ${focus}:\n\n\`\`\`\n${code}\n\`\`\`\nAgain: ${focus}.`),
      ],
    },
    { name: 'static', get: () => [text('user', 'Say `hello`.')] },
  ],
  interviewer: [
    {
      name: 'interview me',
      arguments: [{ name: 'job title', required: true }, { name: 'level' }],
      get: ({ 'job title': job, level = '' }) => [
        text('user', `I apply as ${level} ${job}.`),
        text('assistant', 'Tell me about yourself.'),
        text('user', `I am a ${job}.`),
      ],
    },
  ],
  media: [
    {
      name: 'logo',
      arguments: [{ name: 'page', required: true }],
      get: ({ page }) => [
        text('user', 'Describe this:'),
        { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png', annotations: { priority: 0.5 } } },
        {
          role: 'user',
          content: { type: 'resource', resource: { uri: 'docs://style', mimeType: 'text/markdown', text: '# Style' } },
        },
        { role: 'user', content: { type: 'resource_link', uri: `docs://${page}`, name: 'page' } },
      ],
    },
  ],
  computing: [
    {
      name: 'upper',
      arguments: [{ name: 'word', required: true }],
      get: ({ word }) => [text('user', word.toUpperCase())],
    },
    { name: 'counter', get: () => [text('user', `Call ${++calls}`)] },
    {
      name: 'greet',
      arguments: [{ name: 'who' }],
      get: ({ who }) => [text('user', who ? `Hello, ${who}!` : 'Hello!')],
    },
    {
      name: 'other',
      arguments: [{ name: 'who' }],
      get: ({ who }) => [text('user', who ? `Hello, ${who}!` : 'Who are you?')],
    },
    {
      name: 'picky',
      arguments: [{ name: 'language', required: true }],
      get: () => {
        throw new Error('language must be one of:\nen, de');
      },
    },
  ],
  choosing: [
    {
      name: 'greet',
      arguments: [
        { name: 'name', required: true },
        { name: 'language', required: true },
      ],
      complete: { language: ['German', 'French'] },
      get: ({ name, language }) => {
        if (!['German', 'French'].includes(language))
          throw new Error(`language must be German or French, not "${language}".`);
        return [text('user', `Greet ${name} in ${language}.`)];
      },
    },
    {
      name: 'explain',
      arguments: [{ name: 'error', required: true }, { name: 'short' }],
      complete: { error: ['EADDRINUSE'] },
      get: ({ error, short = 'false' }) => {
        if (!['true', 'false'].includes(short)) throw new Error(`short must be true or false, not "${short}".`);
        return [text('user', `Explain ${error}.`), ...(short === 'true' ? [text('user', 'Be short.')] : [])];
      },
    },
    {
      name: 'numbered',
      arguments: [{ name: 'count', required: true }],
      get: ({ count }) => {
        throw new Error(`count must be a number, not "${count}".`);
      },
    },
  ],
  writer: [
    {
      name: 'translate',
      description: 'Translates a text',
      arguments: [{ name: 'text', required: true }, { name: 'language', required: true }, { name: 'tone' }],
      get: ({ text: value, language, tone = '' }) => [
        text('user', `Translate into ${language}${tone && `, in a ${tone} tone`}:\n<text>${value}</text>`),
      ],
    },
    {
      name: 'rename',
      arguments: [{ name: 'symbol', description: '', required: true }],
      get: ({ symbol }) => [text('user', `Find a better name than \`${symbol}\`, and write it as \`name\`.`)],
    },
    {
      name: 'länge',
      title: 'Länge',
      arguments: [
        { name: 'a b', required: true },
        { name: 'a_b', required: true },
      ],
      get: (args) => [text('assistant', `${args['a b']} – ${args.a_b} – ${args['a b']}`)],
    },
    { name: 'strange', get: () => [{ role: 'user', content: { type: 'video', url: 'x' } }, text('user', 'Hm')] },
    { name: 'nothing', get: () => [] },
  ],
  empty: [],
};

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @param {{ method: string, params?: Record<string, any> }} request */
function answer({ method, params = {} }) {
  if (method === 'initialize') {
    const extraCapabilities = { reviewer: { tools: {} }, choosing: { completions: {} } }[kind];
    const capabilities = { prompts: {}, ...extraCapabilities };
    const serverInfo = { name: `${kind} server`, version: '1.0.0' };
    return {
      protocolVersion: '2025-06-18',
      capabilities,
      serverInfo,
      ...(kind === 'reviewer' && { instructions: 'Review.' }),
    };
  }
  if (kind === 'endless') return { prompts: [{ name: `p${++calls}` }], nextCursor: String(calls) };
  if (kind === 'shapeless') return { prompts: [{ nome: 1 }, 'x'] };
  const prompts = servers[kind];
  if (method === 'prompts/list') return { prompts: prompts.map(({ get: _, complete: _values, ...prompt }) => prompt) };
  if (method === 'prompts/get')
    return { messages: prompts.find(({ name }) => name === params.name).get(params.arguments ?? {}) };
  if (method === 'completion/complete') {
    const { complete = {} } = prompts.find(({ name }) => name === params.ref.name);
    return { completion: { values: complete[params.argument.name] ?? [] } };
  }
  return {};
}

if (kind === 'silent') {
  const server = createServer().listen(
    0,
    '127.0.0.1',
    () => note && writeFileSync(note, String(/** @type {import('node:net').AddressInfo} */ (server.address()).port)),
  );
}
if (kind === 'garbage') process.stdout.write('\u0000\u001b[31m{"jsonrpc": nonsense\n'.repeat(10_000));
else if (kind === 'flood') {
  const pour = () => {
    while (process.stdout.write('x'.repeat(1_000_000)));
  };
  process.stdout.on('drain', pour);
  pour();
} else if (kind === 'dead') throw new Error('no configuration found');
if (kind !== 'silent') {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const request = JSON.parse(line);
    if (request.id === undefined) return;
    if (kind === 'garbage' || (request.method === 'server/discover' && kind !== '')) {
      send(
        kind === 'garbage'
          ? { id: 'x', result: [] }
          : { id: request.id, error: { code: -32601, message: 'Unknown method' } },
      );
      return;
    }
    try {
      send({ id: request.id, result: answer(request) });
    } catch (error) {
      send({ id: request.id, error: { code: -32602, message: error.message } });
    }
  });
}
