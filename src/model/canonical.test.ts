import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise, canonicalKey, isCanonicalKey, toCanonical } from './canonical.ts';
import { definitionLikeJson, lowerCaseKeys } from './testing/data.ts';

const kinds = ['server', 'prompt', 'tool', 'source', 'skill'] as const;

describe('Canonical keys', () => {
  it('are found at every level, in the order of the file', () => {
    const data = {
      name: 'S',
      mcpPrompts: [{ CONTENT: { messages: [{ content: [{ mimetype: 'x', type: 'image' }], role: 'user' }] } }],
    };
    const canonicalData = toCanonical('server', data);
    expect(JSON.stringify(canonicalData)).toBe(
      '{"Name":"S","MCPPrompts":[{"Content":{"Messages":[{"Content":[{"MimeType":"x","Type":"image"}],"Role":"user"}]}}]}',
    );
  });

  it('do not change unknown keys, argument names and JSON Schemas', () => {
    const prompt = { xName: 1, Samples: [{ Name: 's', Arguments: { name: 'a', Name: 'b', TITLE: 'c' } }] };
    expect(toCanonical('prompt', prompt)).toEqual(prompt);
    const tool = { Name: 't', InputSchema: { type: 'object', title: 'x' } };
    expect(toCanonical('tool', tool)).toEqual(tool);
  });

  it('appear once: the canonical spelling wins, else the first; the other is reported and kept', () => {
    expect(canonicalise('prompt', { NAME: 1, Name: 2, title: 3, TITLE: 4 })).toEqual({
      value: { NAME: 1, Name: 2, Title: 3, TITLE: 4 },
      clashes: [
        { at: ['NAME'], canonical: 'Name' },
        { at: ['TITLE'], canonical: 'Title' },
      ],
    });
  });

  it('depend on their place', () => {
    expect(isCanonicalKey('prompt', [], 'Name')).toBe(true);
    expect(isCanonicalKey('prompt', [], 'name')).toBe(false);
    expect(isCanonicalKey('server', ['MCPPrompts', 3, 'Content', 'Messages', 0], 'Role')).toBe(true);
    expect(isCanonicalKey('server', ['MCPPrompts'], 'Name')).toBe(true);
    expect(isCanonicalKey('prompt', ['Samples', 0, 'Arguments'], 'City')).toBe(false);
    expect(canonicalKey('source', [], 'baseurl')).toBe('BaseUrl');
    expect(canonicalKey('prompt', ['Samples', 0, 'Arguments'], 'name')).toBe('name');
  });

  it('are idempotent, and never change the input', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), definitionLikeJson, (kind, data) => {
        const before = JSON.stringify(data);
        const canonicalData = toCanonical(kind, data);
        expect(JSON.stringify(data)).toBe(before);
        expect(toCanonical(kind, canonicalData)).toEqual(canonicalData);
      }),
      { numRuns: 1_000 },
    );
  });

  it('do not depend on the case that the file has', () => {
    const data = {
      Name: 'p',
      Arguments: [{ Name: 'a', Required: true, Complete: { Files: '*' } }],
      Content: { Search: { Sources: ['s'], Query: { StringTemplate: '`a`' } } },
    };
    expect(toCanonical('prompt', lowerCaseKeys(data))).toEqual(data);
  });
});
