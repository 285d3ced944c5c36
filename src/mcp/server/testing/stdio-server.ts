/** A stdio server of fixed prompts, bundled and started as a child process by tests. SIGUSR2 adds a prompt to its list. */
import { serveStdio } from '../stdio/stdio.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from './fake-live-server.ts';

const greet = prompt({
  name: 'Greet',
  arguments: [{ name: 'name', required: true }],
  content: { kind: 'text', text: { kind: 'template', template: 'Hello, `name`!' } },
});
const stuckPrompt = prompt({ name: 'Stuck', type: 'Function', content: { kind: 'function', code: '() => {}' } });
const liveServer = fakeLiveServer(resolvedServer([greet, stuckPrompt]));
process.on('SIGUSR2', () => liveServer.set({ prompts: [...liveServer.current().prompts, prompt({ name: 'Added' })] }));

// A handle that keeps the process alive, like a function that never settles.
const endlessTimer = setInterval(() => {}, 1_000);
const services = fakeServices();
await serveStdio(liveServer, {
  ...services,
  sandbox: async () => ({ ...(await services.sandbox()), run: () => new Promise(() => endlessTimer.ref()) }),
  log: (level, message) => process.stderr.write(`${level}: ${message}\n`),
});
process.exit();
