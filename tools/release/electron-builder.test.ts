/** The configuration of electron-builder against the built files. electron-builder itself runs in the release workflow. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../build.mjs';
import config, { unpackedFiles } from './electron-builder.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Lists the files in a folder of the repository, at any depth. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The configuration has two forms of patterns only: a file, and `folder/**`. */
const matches = (pattern: string, file: string) =>
  pattern.endsWith('/**') ? file.startsWith(pattern.slice(0, -2)) : file === pattern;

beforeAll(() => build());

test('every pattern of the desktop app matches a built file, and every built file is packed', () => {
  // The stamps of the build, and code that is compiled for its Node and not for Electron's, stay out.
  const files = [...listFiles('dist'), ...listFiles('samples'), 'package.json', 'LICENSE'].filter(
    (file) => !/^dist\/(\.|code\/)/.test(file),
  );
  for (const pattern of config.files)
    expect(
      files.some((file) => matches(pattern, file)),
      pattern,
    ).toBe(true);
  expect(files.filter((file) => !config.files.some((pattern) => matches(pattern, file)))).toEqual([]);
});

test('the files that client applications and workers start are outside the archive', () => {
  expect(config.asarUnpack).toBe(unpackedFiles);
  for (const file of ['dist/cli.cjs', 'dist/program.chunks', 'dist/indexer.cjs', 'dist/native/linux-x64.node'])
    expect(
      unpackedFiles.some((pattern) => matches(pattern, file)),
      file,
    ).toBe(true);
  expect(unpackedFiles).not.toContain('dist/main.cjs');
});

test('the app runs servers as Node, and takes no other option from the environment', () => {
  expect(config.electronFuses).toMatchObject({
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
  });
});

test('icons and entitlements exist, and the icon is large enough for every system', () => {
  const icon = readFileSync(join(root, config.mac.icon));
  // PNG: width and height follow the header.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
  expect(existsSync(join(root, config.mac.entitlements))).toBe(true);
  expect(config.win.icon).toBe(config.mac.icon);
});

test('the Finder and the Explorer offer the app for a folder, and no system opens folders in it by default', () => {
  expect(config.mac.extendInfo.CFBundleDocumentTypes).toMatchObject([
    { LSItemContentTypes: ['public.folder'], LSHandlerRank: 'Alternate' },
  ]);
  expect(config.linux).not.toHaveProperty('mimeTypes');
  const macros = read(config.nsis.include);
  expect(macros).toContain(`'"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" --workspace "%1"'`);
  // The uninstaller removes one key with all keys below it, and the installer writes no other.
  const keys = [...macros.matchAll(/(WriteRegStr|DeleteRegKey) SHELL_CONTEXT "([^"]+)"/g)];
  const removedKeys = keys.filter(([, verb]) => verb === 'DeleteRegKey').map(([, , key]) => key ?? '');
  expect(removedKeys).toHaveLength(1);
  for (const [, , key] of keys) expect(key?.startsWith(removedKeys[0] ?? '?')).toBe(true);
});

test('the desktop app has the version of Electron that the command line downloads', () => {
  expect(config.electronVersion).toBe(JSON.parse(read('package.json')).devDependencies.electron);
});
