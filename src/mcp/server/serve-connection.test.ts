import { expect, it } from 'vitest';
import { MODERN_REVISION, REVISIONS } from './revisions.ts';
import { fakeLiveServer, fakeServices, prompt, resolvedServer } from './testing/fake-live-server.ts';
import { openRawClient } from './testing/raw-client.ts';

const handshakeRevisions = REVISIONS.filter((revision) => revision !== MODERN_REVISION);

it.each(handshakeRevisions)(
  'a notification with wrong parameters gets one sentence in the log in %s',
  async (revision) => {
    const services = fakeServices();
    const liveServer = fakeLiveServer(resolvedServer([prompt({ name: 'Text' })]));
    const client = await openRawClient('stdio', revision, liveServer, services);
    try {
      await client.notify('notifications/progress', { progressToken: 1, progress: 'half' });
      await client.notify('notifications/cancelled', { requestId: {} });
      expect(await client.request('prompts/list')).toHaveProperty('result');
      const sentences = new Set(services.lines.map(({ message }) => message));
      expect([...sentences]).toEqual(['A notification of the client has wrong parameters, so it is ignored.']);
    } finally {
      await client.close();
    }
  },
);
