/** The gallery of starting points for new prompts. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitionPath } from '../files/workspace-paths.ts';
import { readPrompt } from '../model/prompt/prompt.ts';
import { readText } from './edit/edit-text.ts';
import { readGallery, readGalleryPrompt } from './gallery.ts';

const samplesDir = join(import.meta.dirname, '../../samples');
const gallery = await readGallery(samplesDir);

test('the gallery has about twenty prompts, by title', () => {
  expect(gallery.length).toBeGreaterThanOrEqual(20);
  const titles = gallery.map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b)));
});

test.each(gallery)('$name is a complete prompt without a problem', ({ name, text, description }) => {
  const { prompt, findings } = readPrompt(readText(definitionPath(`prompts/${name}.yaml`), text)?.data);
  expect(findings).toEqual([]);
  expect(prompt?.name).toBe(name);
  expect(description).not.toBe('');
  expect(text).toMatch(/^Name: /m);
  const requiredNames = (prompt?.arguments ?? []).flatMap((argument) => (argument.required ? [argument.name] : []));
  expect(prompt?.samples.length).toBeGreaterThan(0);
  for (const sample of prompt?.samples ?? [])
    expect(Object.keys(sample.arguments)).toEqual(expect.arrayContaining(requiredNames));
  for (const argument of prompt?.arguments ?? [])
    expect(text, `the text uses ${argument.name}`).toContain(`\`${argument.name}\``);
});

test('a search of the gallery asks the documentation of the workspace, if there is one', async () => {
  const { text } = await readGalleryPrompt(samplesDir, 'search-and-answer', ['Handbook', 'a, b']);
  const { prompt, findings } = readPrompt(readText(definitionPath('prompts/x.yaml'), text)?.data);
  expect(findings).toEqual([]);
  expect(prompt?.content).toMatchObject({ sources: ['Handbook', 'a, b'] });
  expect(prompt?.samples).toEqual([]);
  expect(text).toMatch(/^Name: /);
  const shippedPrompt = await readGalleryPrompt(samplesDir, 'search-and-answer');
  expect(shippedPrompt.text).toContain('[WolframLanguageDocumentation]');
  const otherPrompt = await readGalleryPrompt(samplesDir, 'explain-code', ['Handbook']);
  expect(otherPrompt).toEqual(await readGalleryPrompt(samplesDir, 'explain-code'));
});

test('a name that leads out of the gallery is refused', async () => {
  await expect(readGalleryPrompt(samplesDir, '../prompts/explain')).rejects.toThrow('The gallery has no prompt');
  await expect(readGalleryPrompt(samplesDir, 'missing')).rejects.toThrow('The gallery has no prompt missing');
});
