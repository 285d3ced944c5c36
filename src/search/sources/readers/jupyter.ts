/** Reads Jupyter notebooks: their Markdown, their code, and the text of their results. */
import * as z from 'zod';
import { WorkbenchError } from '../../../base/errors.ts';
import { readMarkdown, titleFromLocation } from '../../engine/text/markdown.ts';
import type { Page, PlacedBlock } from '../../engine/types.ts';

const text = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value : value.join('')));
const output = z.object({ text: text.optional(), data: z.object({ 'text/plain': text.optional() }).optional() });
const cell = z.object({ cell_type: z.string(), source: text, outputs: z.array(output.catch({})).optional() });
/** nbformat 4. */
const notebook = z.object({
  cells: z.array(cell),
  metadata: z
    .object({
      kernelspec: z.object({ language: z.string().optional() }).optional(),
      language_info: z.object({ name: z.string().optional() }).optional(),
    })
    .catch({}),
});

/** Longer results are cut. UTF-16 units. */
const maxResultLength = 600;

/** Its title is the first heading of level 1, else the file name. @throws WorkbenchError for anything but a notebook */
export function readJupyter(json: string, location: string): Page {
  const { cells, metadata } = parseNotebook(json);
  const language = metadata.kernelspec?.language ?? metadata.language_info?.name;
  const blocks = cells.flatMap(({ cell_type: kind, source, outputs = [] }): PlacedBlock[] => {
    if (kind === 'markdown') return markdownBlocks(source);
    if (kind !== 'code' || source.trim() === '') return [];
    const program: PlacedBlock = { kind: 'code', text: source.trimEnd(), ...(language !== undefined && { language }) };
    const result = outputs
      .flatMap((output) => output.text ?? output.data?.['text/plain'] ?? [])
      .join('\n')
      .trim();
    if (result === '' || /^<[\w.]+[^>]*>$/.test(result)) return [program];
    const shortResult = result.length > maxResultLength ? `${result.slice(0, maxResultLength)} …` : result;
    return [program, { kind: 'code', text: shortResult }];
  });
  const title = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return {
    title: title?.text ?? titleFromLocation(location),
    location,
    blocks: blocks.filter((block) => block !== title),
  };
}

function parseNotebook(json: string): z.output<typeof notebook> {
  try {
    return notebook.parse(JSON.parse(json));
  } catch {
    throw new WorkbenchError('failed', 'It is not a Jupyter notebook of format 4: save it again in a current Jupyter.');
  }
}

/** The lines of a cell are not lines of the file. */
function markdownBlocks(source: string): PlacedBlock[] {
  const { title, blocks } = readMarkdown(source, '');
  const cellBlocks = blocks.map(({ line: _, ...block }): PlacedBlock => block);
  return title === '' ? cellBlocks : [{ kind: 'heading', level: 1, text: title }, ...cellBlocks];
}
