/**
 * The path of Node that survives its update. Package managers that keep one version replace the folder of the version
 * and move a link to it. Version managers (nvm, fnm, Volta, asdf, mise) keep a version until its user removes it, and
 * their shims choose by the client application's folder, so the path of the version itself is the stable one.
 */
import { existsSync, realpathSync } from 'node:fs';

/** Paths with a version, and the link that the package manager moves at an update. */
const versionedFolders: readonly (readonly [RegExp, string])[] = [
  // Homebrew: /opt/homebrew/Cellar/node@22/22.1.0/bin/node
  [/^(.*)\/Cellar\/([^/]+)\/[^/]+\/bin\/node$/, '$1/opt/$2/bin/node'],
  // Snap: /snap/node/9876/bin/node
  [/^\/snap\/([^/]+)\/\d+\/(.*)$/, '/snap/$1/current/$2'],
  // Scoop: C:\Users\me\scoop\apps\nodejs\22.1.0\node.exe
  [/^(.*\\scoop\\apps\\[^\\]+)\\[^\\]+\\node\.exe$/, '$1\\current\\node.exe'],
];

/**
 * @param file the program of a running Node, with links resolved
 * @param home the user's folder
 * @returns a link that leads to the same program and survives its update, or `file`
 */
export function stableNode(file: string, home: string): string {
  const stableLinks = versionedFolders.flatMap(([pattern, link]) =>
    pattern.test(file) ? [file.replace(pattern, link)] : [],
  );
  // Nix deletes unused versions; the profiles of the user and the system lead to the version in use.
  const profiles = [`${home}/.nix-profile/bin/node`, '/run/current-system/sw/bin/node'];
  const links = file.startsWith('/nix/store/') ? profiles : stableLinks;
  return links.find((link) => existsSync(link) && realpathSync(link) === realpathSync(file)) ?? file;
}
