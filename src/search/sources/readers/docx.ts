/** Reads Word's .docx: headings, paragraphs, lists and tables. */
import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { WorkbenchError } from '../../../base/errors.ts';
import { titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

const parts = { text: 'word/document.xml', styles: 'word/styles.xml', properties: 'docProps/core.xml' };
/** Maximum size of each part after unpacking. */
const maxBytes = 64 * 1024 * 1024;
const tooLarge = new WorkbenchError('failed', 'It is larger than 64 MB after unpacking: split it.');

/** Its title is a paragraph in the style Title, else the document's property, else the file name. @throws WorkbenchError */
export function readDocx(bytes: Uint8Array, location: string): Page {
  const read = unpack(bytes);
  const text = read(parts.text);
  if (text === undefined) throw new WorkbenchError('failed', 'It is not a Word document: save it again as .docx.');
  const blocks = readBlocks(text, stylesOf(read(parts.styles) ?? ''));
  const firstHeading = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  const property = /<dc:title>([^<]+)<\/dc:title>/.exec(read(parts.properties) ?? '')?.[1]?.trim();
  return {
    title: firstHeading?.text ?? property ?? titleFromLocation(location),
    location,
    blocks: blocks.filter((block) => block !== firstHeading),
  };
}

function unpack(bytes: Uint8Array): (name: string) => string | undefined {
  const partNames = new Set(Object.values(parts));
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!partNames.has(name)) return false;
        if (originalSize > maxBytes) throw tooLarge;
        return true;
      },
    });
    return (name) => (files[name] ? strFromU8(files[name]) : undefined);
  } catch (error) {
    if (error === tooLarge) throw error;
    throw new WorkbenchError('failed', 'It is not a readable Word document: save it again as .docx.');
  }
}

/** The ids of styles depend on Word's language; their names do not. */
function stylesOf(xml: string): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  let id = '';
  parse(xml, (name, { 'w:styleId': styleId, 'w:val': value = '' }) => {
    if (name === 'w:style') id = styleId ?? '';
    if (name !== 'w:name') return;
    const level = /^heading ([1-9])$/i.exec(value)?.[1];
    if (level) levels.set(id, Number(level) + 1);
    if (/^title$/i.test(value)) levels.set(id, 1);
  });
  return levels;
}

function readBlocks(xml: string, styles: ReadonlyMap<string, number>): PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  let text = '';
  let level: number | undefined;
  let isItem = false;
  let isText = false;
  let cells: string[] | undefined;
  const endParagraph = () => {
    const paragraph = text.trim();
    text = '';
    if (paragraph === '') return;
    if (cells) cells[cells.length - 1] += `${cells.at(-1) === '' ? '' : ' '}${paragraph}`;
    else if (level !== undefined) blocks.push({ kind: 'heading', level, text: paragraph.replace(/\s+/g, ' ') });
    else addText(blocks, isItem ? `- ${paragraph}` : paragraph);
  };
  parse(
    xml,
    (name, { 'w:val': value = '' }) => {
      if (name === 'w:p') {
        level = undefined;
        isItem = false;
      } else if (name === 'w:pStyle') level = styles.get(value) ?? levelOf(value);
      else if (name === 'w:numPr') isItem = true;
      else if (name === 'w:t') isText = true;
      else if (name === 'w:tab') text += '\t';
      else if (name === 'w:br') text += '\n';
      else if (name === 'w:tr') cells = [];
      else if (name === 'w:tc') cells?.push('');
    },
    (name) => {
      if (name === 'w:t') isText = false;
      else if (name === 'w:p') endParagraph();
      else if (name === 'w:tr') {
        const row = (cells ?? []).join(' | ');
        cells = undefined;
        if (/[^\s|]/.test(row)) blocks.push({ kind: 'text', text: row });
      }
    },
    (fileText) => {
      if (isText) text += fileText;
    },
  );
  return blocks;
}

/** For a document without `styles.xml`, by Word's own ids. */
function levelOf(style: string): number | undefined {
  const level = /^Heading([1-9])$/.exec(style)?.[1];
  return level ? Number(level) + 1 : style === 'Title' ? 1 : undefined;
}

/** A list is one block. */
function addText(blocks: PlacedBlock[], text: string): void {
  const last = blocks.at(-1);
  if (last?.kind === 'text' && text.startsWith('- ') && /(^|\n)- [^\n]*$/.test(last.text) && last.text.length < 20_000)
    blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${text}` };
  else blocks.push({ kind: 'text', text });
}

function parse(
  xml: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
  close: (name: string) => void = () => {},
  text: (text: string) => void = () => {},
): void {
  const parser = new Parser(
    { onopentag: open, onclosetag: close, ontext: text },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}
