/**
 * Builds the Debian package of the command line and the browser host: the content of the npm package in
 * /usr/lib/prompt-workbench, with Debian's own Node as a dependency.
 *
 *   node tools/release/deb.mjs [--arch amd64|arm64|all] [--out FOLDER]
 *
 * `all` is for every other processor: it has no native library, and replaces files by renaming them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from '../build.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const installFolder = 'usr/lib/prompt-workbench';

/**
 * Debian's names of processors, and the native library for each.
 * @type {Record<string, string | undefined>}
 */
const nativeLibraries = { amd64: 'linux-x64.node', arm64: 'linux-arm64.node', all: undefined };

/** Debian's name of this computer's processor. */
export const thisArchitecture = process.arch === 'x64' ? 'amd64' : process.arch === 'arm64' ? 'arm64' : 'all';

/**
 * Builds the package from the built product.
 * @param {{ out: string, arch?: string, compression?: 'xz' | 'none' }} options `out` is the folder of the file
 * @returns {string} path of the file
 * @throws Error for an unknown processor, or without dpkg-deb
 */
export function buildDeb({ out, arch = thisArchitecture, compression = 'xz' }) {
  if (!(arch in nativeLibraries)) throw new Error(`No Debian package exists for ${arch}: use amd64, arm64 or all.`);
  const draft = mkdtempSync(join(tmpdir(), 'prompt-workbench-deb-'));
  try {
    const tree = join(draft, 'tree');
    unpackNpmPackage(draft, join(tree, installFolder));
    keepNativeLibrary(join(tree, installFolder, 'dist', 'native'), nativeLibraries[arch]);
    writeSystemFiles(tree);
    writeControl(tree, arch);
    mkdirSync(out, { recursive: true });
    execFileSync('dpkg-deb', ['--build', '--root-owner-group', `-Z${compression}`, tree, out], { stdio: 'pipe' });
    return join(out, `prompt-workbench_${manifest.version}_${arch}.deb`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @type {{ version: string, engines: { node: string } }} */
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** @param {string} draft a folder for the archive @param {string} target */
function unpackNpmPackage(draft, target) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', draft];
  const packedValues = Object.values(
    JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })),
  );
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(draft, packedValues[0].filename), '--strip-components=1', '-C', target]);
}

/** @param {string} folder @param {string | undefined} library */
function keepNativeLibrary(folder, library) {
  for (const file of readdirSync(folder)) if (file !== library) rmSync(join(folder, file));
  if (library === undefined) rmSync(folder, { recursive: true });
}

/** Writes what a system expects with a program: its command, menu entry, manual page and documents. @param {string} tree */
function writeSystemFiles(tree) {
  /** @param {string} file @param {string | Buffer} content */
  const write = (file, content) => {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    writeFileSync(join(tree, file), content);
  };
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/prompt-workbench/dist/cli.cjs', join(tree, 'usr/bin/prompt-workbench'));
  write('usr/share/applications/prompt-workbench.desktop', menuEntry);
  write(
    'usr/share/icons/hicolor/scalable/apps/prompt-workbench.svg',
    readFileSync(join(root, 'renderer', 'public', 'icon.svg')),
  );
  write('usr/share/man/man1/prompt-workbench.1.gz', gzipSync(makeManualPage(tree), { level: 9 }));
  const documents = 'usr/share/doc/prompt-workbench';
  write(`${documents}/changelog.gz`, gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }));
  write(`${documents}/copyright`, readFileSync(join(root, 'LICENSE')));
}

const menuEntry = `[Desktop Entry]
Type=Application
Name=Prompt Workbench
Comment=Design the prompts of MCP servers
Exec=prompt-workbench open
Icon=prompt-workbench
Categories=Development;
Terminal=false
`;

/** Makes a manual page of the command line's help. @param {string} tree */
function makeManualPage(tree) {
  const cli = join(tree, installFolder, 'dist', 'cli.cjs');
  const help = execFileSync(process.execPath, [cli, '--help'], {
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '80' },
  });
  const roffText = help.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/gm, '\\&$&');
  return `.TH PROMPT-WORKBENCH 1 "" "${manifest.version}" "Prompt Workbench"
.SH NAME
prompt-workbench \\- design the prompts of MCP servers and serve them
.SH SYNOPSIS
.B prompt-workbench
.RI [ command ]
.RI [ options ]
.SH DESCRIPTION
.nf
${roffText}.fi
.SH SEE ALSO
.B prompt-workbench
.I command
.B \\-\\-help
`;
}

/** @param {string} tree @param {string} arch */
function writeControl(tree, arch) {
  const files = listFiles(tree);
  for (const file of files) chmodSync(file, statSync(file).mode & 0o111 ? 0o755 : 0o644);
  const kilobytes = Math.ceil(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024);
  const [, node] = /^>=\s*(\S+)$/.exec(manifest.engines.node) ?? [];
  if (!node) throw new Error(`package.json needs one lower bound of Node, not ${manifest.engines.node}.`);
  const control = `Package: prompt-workbench
Version: ${manifest.version}
Section: devel
Priority: optional
Architecture: ${arch}
Installed-Size: ${kilobytes}
Depends: nodejs (>= ${node})${arch === 'all' ? '' : ', libc6'}
Recommends: xdg-utils
Maintainer: ${process.env.DEB_MAINTAINER ?? 'The contributors of Prompt Workbench'}
Description: workbench for the prompts of MCP servers
 Design the prompts and tools of an MCP server in the browser, see exactly what
 a client receives, and connect client applications. The command line serves
 the same workspaces without a window.
`;
  const md5sums = files.map((file) => {
    const sum = createHash('md5').update(readFileSync(file)).digest('hex');
    return `${sum}  ${relative(tree, file)}\n`;
  });
  mkdirSync(join(tree, 'DEBIAN'));
  writeFileSync(join(tree, 'DEBIAN', 'control'), control);
  writeFileSync(join(tree, 'DEBIAN', 'md5sums'), md5sums.join(''));
}

/** @param {string} folder @returns {string[]} its regular files, at any depth */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { arch: { type: 'string' }, out: { type: 'string' } } });
  await build();
  console.log(buildDeb({ out: join(root, 'release'), ...values }));
}
