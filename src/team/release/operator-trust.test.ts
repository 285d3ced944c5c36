import { expect, it } from 'vitest';
import type { Ask } from '../../model/asks.ts';
import { operatorTrust } from './operator-trust.ts';

const address: Ask = { kind: 'address', address: 'https://api.example.com', isPrivate: false };
const program: Ask = { kind: 'command', command: 'node', args: ['server.js'], env: {} };

it('a repository may run functions, and nothing else without its operator', async () => {
  const trust = operatorTrust('/commit', []);
  await trust.require([{ kind: 'functions' }]);
  await expect(trust.require([address])).rejects.toThrow(
    'This server is not allowed to send requests to https://api.example.com: ask its operator to add --allow.',
  );
  await expect(trust.require([program])).rejects.toThrow('not allowed to start the program node server.js');
});

it('an operator allows an ask by its name, and only that', async () => {
  const trust = operatorTrust('/commit', ['api.example.com', 'node server.js']);
  await trust.require([address, program]);
  await expect(trust.require([{ ...program, args: ['other.js'] } as Ask])).rejects.toThrow('node other.js');
});
