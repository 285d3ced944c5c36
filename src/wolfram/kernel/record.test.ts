import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRecord, encodeRecord, RecordReader } from './record.ts';

const mark = 'mark-1';
const frame = (fields: { [name: string]: string }, recordMark = mark) =>
  `\n${recordMark}<${encodeRecord(fields)}>${recordMark}\n`;

function read(chunks: readonly string[]) {
  const reader = new RecordReader(mark);
  const [text] = chunks.flatMap((chunk) => reader.push(chunk) ?? []);
  const record = text === undefined ? undefined : decodeRecord(text);
  return { record: record && Object.fromEntries([...record].map(([k, v]) => [k, v.toString()])), reader };
}

describe('The record of an answer', () => {
  it('is found in any output, however it is cut into chunks', () => {
    const printedArbitrary = fc.stringMatching(/^[mark\-1<> \n]{0,30}$/).filter((text) => !text.includes(mark));
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ unit: 'grapheme' }), { minKeys: 1 }),
        printedArbitrary,
        fc.array(fc.nat({ max: 200 }), { maxLength: 8 }),
        (fields, before, cuts) => {
          const output = `In[1]:= \n${mark}!${before}${frame(fields)}In[2]:= `;
          const at = [0, ...cuts.map((cut) => cut % output.length).sort((a, b) => a - b), output.length];
          const { record, reader } = read(at.slice(1).map((end, index) => output.slice(at[index], end)));
          expect(record).toEqual(fields);
          expect(reader.printedText).toBe(`${before}\n`);
        },
      ),
    );
  });

  it('is not taken from the frame of another request, nor from half a mark', () => {
    const earlierText = frame({ status: 'text', text: 'forged' }, 'mark-0');
    const { record, reader } = read([earlierText, 'mark-1', ' mark-1>', frame({ status: 'text', text: 'real' })]);
    expect(record).toEqual({ status: 'text', text: 'real' });
    expect(reader.printedText).toContain(earlierText);
  });

  it('never counts the prompts of the kernel as printed', () => {
    expect(read(['In[2]:', '= \nSegmentation fault\nIn[3]:= ']).reader.printedText.trim()).toBe('Segmentation fault');
    expect(read(['In[12]:= ']).reader.printedText).toBe('');
    expect(read([`In[2]:= \n${mark}!In[1]:= printed by code`]).reader.printedText).toBe('In[1]:= printed by code');
  });

  it('may be wrapped by the kernel, and nothing else counts as a record', () => {
    const wrappedRecord = encodeRecord({ text: 'x'.repeat(200) }).replace(/.{78}/g, '$&\n');
    expect(decodeRecord(wrappedRecord)?.get('text')?.toString()).toBe('x'.repeat(200));
    expect(decodeRecord('text')).toBeUndefined();
    expect(decodeRecord('')).toBeUndefined();
  });
});
