import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Server } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { checkedSdkVersion } from './sdk-internals.ts';

const sdkFolder = new URL('../../../node_modules/@modelcontextprotocol/server/', import.meta.url);

test('the installed SDK is the version that sdk-internals.ts was checked against', async () => {
  const { version } = JSON.parse(await readFile(fileURLToPath(new URL('package.json', sdkFolder)), 'utf8'));
  expect(version).toBe(checkedSdkVersion);
});

test.each(['_onrequest', '_onnotification', '_onclose', '_oninitialize', '_wrapHandler'])(
  'the SDK has the method %s',
  (method) => {
    expect(Server.prototype).toHaveProperty(method, expect.any(Function));
  },
);
