/** Addresses of pages. */
import {
  assert as check,
  constantFrom,
  type constant as just,
  oneof,
  option,
  property,
  record,
  string,
} from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, type AddressPage, dialogs, parseAddress, printAddress } from './address.ts';

const name = string({ unit: 'grapheme' });
const page = oneof(
  record({ kind: constantFrom('server', 'prompt', 'tool', 'source', 'file'), name }),
  record({ kind: constantFrom('prompt', 'tool'), name, server: name }),
);
const address = record(
  {
    page: page as ReturnType<typeof just<AddressPage>>,
    tab: constantFrom('tools', 'settings', 'resources'),
    item: name,
    view: constantFrom('form', 'yaml', 'history'),
    dialog: constantFrom(...dialogs),
    section: name,
    dock: constantFrom('problems', 'wire'),
  },
  { requiredKeys: ['view'] },
);

test('a printed address reads as the same address', () => {
  check(
    property(address, (value) => {
      expect(parseAddress(printAddress(value as Address))).toEqual(value);
    }),
  );
});

test('an address is short and readable', () => {
  const prompt = { kind: 'prompt', server: 'Samples', name: 'explain' } as const;
  expect(printAddress({ page: prompt, view: 'form' })).toBe('#/servers/Samples/prompts/explain');
  expect(printAddress({ page: { kind: 'source', name: 'my docs' }, view: 'history', dialog: 'connect' })).toBe(
    '#/sources/my%20docs?view=history&dialog=connect',
  );
  const help = { dialog: 'help', section: 'format.md#slots' } as const;
  expect(printAddress({ page: { kind: 'server', name: 'Samples' }, tab: 'settings', view: 'form', ...help })).toBe(
    '#/servers/Samples?tab=settings&dialog=help&section=format.md%23slots',
  );
});

test('any text reads as an address or as none', () => {
  check(
    property(option(string(), { nil: '' }), (text) => {
      for (const fragment of [text, `#${text}`, `#/${text}`, `#/servers/${text}`]) parseAddress(fragment);
    }),
  );
  expect(parseAddress('#code=abc')).toBeUndefined();
  expect(parseAddress('')).toBeUndefined();
  expect(parseAddress('#/nowhere/x')).toBeUndefined();
});

test('a name that no URL can hold is printed with a replacement character', () => {
  expect(printAddress({ page: { kind: 'server', name: 'a\ud800' }, view: 'form' })).toBe('#/servers/a%EF%BF%BD');
});
