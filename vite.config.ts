import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The window is in English, also in the labels that React Aria adds: its other languages stay out of the script. */
const englishLabels: Plugin = {
  name: 'english-labels',
  enforce: 'pre',
  load(id) {
    const isOther = /\/react-aria[^?]*\/intl\/(?:.*\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id);
    return isOther ? "export { default } from './en-US.mjs';" : undefined;
  },
};

/**
 * The window reads data by zod's schemas and makes no JSON Schema of them, but each schema would bring that code along:
 * each function of these modules becomes an empty one. The files in src/model/builtin/schemas have the JSON Schemas.
 */
const noJsonSchemas: Plugin = {
  name: 'no-json-schemas',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/src/model/tool/json-schema.ts'))
      throw new Error(`${id} cannot be part of the window, which has no code that makes JSON Schemas.`);
    if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return undefined;
    const names = [...code.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)].map(([, name]) => name);
    if (names.length === 0) throw new Error(`${id} exports its functions in another form now: change this plugin.`);
    return names.map((name) => `export const ${name} = () => {};`).join('\n');
  },
};

/** Lists the scripts and styles, which the window keeps in the browser's cache (renderer/keep-code.ts). */
const codeList: Plugin = {
  name: 'code-list',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file));
    this.emitFile({ type: 'asset', fileName: 'assets.json', source: JSON.stringify(files.toSorted()) });
  },
};

/** The renderer: static files under relative paths, the same for Electron's protocol and the loopback host. */
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  base: './',
  plugins: [englishLabels, noJsonSchemas, codeList, react()],
  build: {
    outDir: fileURLToPath(new URL('dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    // The content security policy knows only the page's own origin: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A style sheet for each view costs a request when the view first opens, and the browser recomputes all styles.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // The text editor is one chunk, loaded when a prompt is first opened.
    chunkSizeWarningLimit: 1_000,
    // What the first list needs is one file, and what the first prompt needs is another. Otherwise both are dozens of files,
    // each a request before anything is drawn.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'prompt', test: /\/views\/(?:prompt\/PromptPage|preview\/PromptPreview)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
