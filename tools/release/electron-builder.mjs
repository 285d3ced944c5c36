/**
 * The configuration of electron-builder, which packs the desktop app. Variables provide what only its owner has:
 * certificates (`CSC_LINK`, `WIN_CSC_LINK`), Apple's notarisation (`APPLE_API_KEY` and its companions), and the address
 * of the feed of updates (`UPDATE_FEED_URL`). Linux packages need the project's address (`PROJECT_HOMEPAGE`).
 */
import { readFileSync } from 'node:fs';

const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const { UPDATE_FEED_URL, PROJECT_HOMEPAGE, APPLE_API_KEY, APPLE_ID } = process.env;

/** Files that other processes load by path: client applications start `cli.cjs`, and workers cannot start in an archive. */
export const unpackedFiles = [
  'dist/cli.cjs',
  'dist/program.chunks',
  'dist/indexer.cjs',
  'dist/packed.json',
  'dist/languages.txt',
  // `pack` copies the licences into its packages.
  'dist/licenses.txt',
  'dist/reference.index.br',
  'dist/native/**',
  'samples/**',
];

export default {
  appId: 'io.github.prompt-workbench',
  productName: 'Prompt Workbench',
  copyright: 'The contributors of Prompt Workbench',
  electronVersion: devDependencies.electron,
  extraMetadata: PROJECT_HOMEPAGE ? { homepage: PROJECT_HOMEPAGE } : {},
  directories: { output: 'release', buildResources: 'tools/release' },
  // Everything that runs is in dist/, so no package is packed or rebuilt.
  files: ['package.json', 'LICENSE', 'dist/main.cjs', 'dist/preload.cjs', 'dist/renderer/**', ...unpackedFiles],
  asar: true,
  asarUnpack: unpackedFiles,
  npmRebuild: false,
  electronFuses: {
    // Client applications start the servers with the app itself, on computers without Node.
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  protocols: [{ name: 'Prompt Workbench', schemes: ['prompt-workbench'] }],
  mac: {
    category: 'public.app-category.developer-tools',
    icon: 'tools/release/icon.png',
    target: ['dmg', 'zip'].map((target) => ({ target, arch: ['arm64', 'x64'] })),
    hardenedRuntime: true,
    entitlements: 'tools/release/entitlements.mac.plist',
    entitlementsInherit: 'tools/release/entitlements.mac.plist',
    notarize: Boolean(APPLE_API_KEY ?? APPLE_ID),
    // A folder that is dropped on the app, or opened with it, arrives as the event `open-file`.
    extendInfo: {
      CFBundleDocumentTypes: [
        {
          CFBundleTypeName: 'Workspace Folder',
          CFBundleTypeRole: 'Editor',
          LSHandlerRank: 'Alternate',
          LSItemContentTypes: ['public.folder'],
        },
      ],
    },
  },
  win: { icon: 'tools/release/icon.png', target: [{ target: 'nsis', arch: ['x64', 'arm64'] }] },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    include: 'tools/release/open-folder.nsh',
  },
  // The app does not register for `inode/directory`: some desktops would then open every folder in it.
  linux: {
    category: 'Development',
    icon: 'tools/release/icon.png',
    synopsis: 'Design the prompts of MCP servers',
    maintainer: process.env.DEB_MAINTAINER ?? 'The contributors of Prompt Workbench',
    executableName: 'prompt-workbench-desktop',
    target: ['AppImage', 'deb'].map((target) => ({ target, arch: ['x64', 'arm64'] })),
  },
  // The package `prompt-workbench` is the command line; both can be installed.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills the placeholders
  deb: { packageName: 'prompt-workbench-desktop', artifactName: '${name}-desktop_${version}_${arch}.${ext}' },
  publish: UPDATE_FEED_URL ? [{ provider: 'generic', url: UPDATE_FEED_URL }] : null,
};
