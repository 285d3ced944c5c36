/** The configuration of electron-builder against the built files. electron-builder itself runs in the release workflow. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../build.mjs';
import config, { unpackedFiles } from './electron-builder.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Paths of all files in a folder of the repository, or the path itself. */
function filesOf(place: string): string[] {
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The configuration uses two forms only: a file, and `folder/**`. */
const covers = (pattern: string, file: string) =>
  pattern.endsWith('/**') ? file.startsWith(pattern.slice(0, -2)) : file === pattern;

beforeAll(() => build());

test('Every pattern of the desktop app matches a built file, and every built file is packed', () => {
  const files = [...filesOf('dist'), ...filesOf('samples'), 'package.json', 'LICENSE'].filter(
    (file) => !/^dist\/\./.test(file),
  );
  for (const pattern of config.files)
    expect(
      files.some((file) => covers(pattern, file)),
      pattern,
    ).toBe(true);
  expect(files.filter((file) => !config.files.some((pattern) => covers(pattern, file)))).toEqual([]);
});

test('What client applications and workers start lies outside the archive', () => {
  expect(config.asarUnpack).toBe(unpackedFiles);
  for (const file of ['dist/cli.cjs', 'dist/program.chunks', 'dist/indexer.cjs', 'dist/native/linux-x64.node'])
    expect(
      unpackedFiles.some((pattern) => covers(pattern, file)),
      file,
    ).toBe(true);
  expect(unpackedFiles).not.toContain('dist/main.cjs');
});

test('The app can run servers as Node, and nothing else from the environment', () => {
  expect(config.electronFuses).toMatchObject({
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
  });
});

test('Icons and entitlements exist, and the icon is large enough for every system', () => {
  const icon = readFileSync(join(root, config.mac.icon));
  // PNG: width and height follow the header.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
  expect(existsSync(join(root, config.mac.entitlements))).toBe(true);
  expect(config.win.icon).toBe(config.mac.icon);
});

test('A folder opens in the app from the Finder and the Explorer, and in no system by default', () => {
  expect(config.mac.extendInfo.CFBundleDocumentTypes).toMatchObject([
    { LSItemContentTypes: ['public.folder'], LSHandlerRank: 'Alternate' },
  ]);
  expect(config.linux).not.toHaveProperty('mimeTypes');
  const macros = read(config.nsis.include);
  expect(macros).toContain(`'"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" --workspace "%1"'`);
  // What the installer writes, the uninstaller removes with all keys below.
  const keys = [...macros.matchAll(/(WriteRegStr|DeleteRegKey) SHELL_CONTEXT "([^"]+)"/g)];
  const removed = keys.filter(([, verb]) => verb === 'DeleteRegKey').map(([, , key]) => key ?? '');
  expect(removed).toHaveLength(1);
  for (const [, , key] of keys) expect(key?.startsWith(removed[0] ?? '?')).toBe(true);
});

test('It packs the version of Electron that the command line downloads', () => {
  expect(config.electronVersion).toBe(JSON.parse(read('package.json')).devDependencies.electron);
});
