import { expect, test } from 'vitest';
import { messagesAsText } from './messages-as-text.ts';

test('each message has its role as a heading and its unchanged text', () => {
  expect(
    messagesAsText([
      { role: 'user', content: { type: 'text', text: 'Hello,\n  `World`!' } },
      { role: 'assistant', content: { type: 'text', text: 'Hi.' } },
    ]),
  ).toBe('User\n────\nHello,\n  `World`!\n\nAssistant\n─────────\nHi.\n');
});

test.each([
  [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }, '[image: image/png, 3 bytes]'],
  [{ type: 'audio', mimeType: 'audio/wav', data: 'AA==' }, '[audio: audio/wav, 1 byte]'],
  [
    { type: 'resource', resource: { uri: 'x://a', mimeType: 'text/plain', text: 'Grüße' } },
    '[resource x://a: text/plain, 7 bytes]\nGrüße',
  ],
  [
    {
      type: 'resource',
      resource: { uri: 'x://b', mimeType: 'application/pdf', blob: Buffer.alloc(12_345).toString('base64') },
    },
    '[resource x://b: application/pdf, 12.3 kB]',
  ],
  [{ type: 'resource_link', uri: 'x://c', name: 'c' }, '[link to x://c: c]'],
  [
    { type: 'resource_link', uri: 'x://d', name: 'd', title: 'Dee', mimeType: 'text/html', size: 4_000_000 },
    '[link to x://d: Dee (text/html, 4.0 MB)]',
  ],
] as const)('%o is described, with its type and size', (content, text) => {
  expect(messagesAsText([{ role: 'user', content }])).toBe(`User\n────\n${text}\n`);
});
