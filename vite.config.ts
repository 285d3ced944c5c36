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

/** The renderer: static files under relative paths, the same for Electron's protocol and the loopback host. */
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  base: './',
  plugins: [englishLabels, react()],
  build: {
    outDir: fileURLToPath(new URL('dist/renderer', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    // The content security policy knows only the page's own origin: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The text editor is one chunk, loaded when a prompt is first opened.
    chunkSizeWarningLimit: 1_000,
    // What the first page needs is one file: each of the dozens that it would be is a request before anything is drawn.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
});
