/** Recognises files and folders with credentials or private data by name, for every operating system. */

/**
 * Folders, and files that only their folder identifies, each as the end of its path: lower case, POSIX. A final `*`
 * matches the rest of the name.
 */
const places: readonly (readonly [kind: string, ...paths: string[]])[] = [
  ['SSH keys', '.ssh'],
  ['keys and passwords', '.gnupg', '.password-store', '.pki', 'keychains', '.local/share/keyrings', '.gnome2/keyrings'],
  ['keys and passwords', '.config/bitwarden*', '.config/keepassxc', '.vnc/passwd', 'etc/wireguard'],
  ['keys and passwords', 'library/application support/bitwarden*', 'library/application support/keepassxc'],
  ['keys and passwords', 'appdata/roaming/bitwarden*', 'appdata/roaming/keepassxc'],
  [
    'credentials of a cloud or developer tool',
    '.aws',
    '.azure',
    '.kube',
    '.docker',
    '.minikube',
    '.oci',
    '.terraform.d',
    '.gcloud',
    '.config/gcloud',
    '.config/gh',
    '.config/hub',
    '.config/glab-cli',
    '.config/doctl',
    '.config/rclone',
    '.config/op',
    '.config/sops',
    '.config/github-copilot',
    '.config/filezilla',
    '.config/pip/pip.conf',
    '.config/composer/auth.json',
    '.composer/auth.json',
    '.codex/auth.json',
    '.gemini/oauth_creds.json',
    '.m2/settings.xml',
    '.gradle/gradle.properties',
    '.subversion/auth',
    '.git/config',
    'appdata/roaming/filezilla',
    'appdata/roaming/gcloud',
    'appdata/roaming/github cli',
  ],
  [
    'a browser profile',
    '.mozilla',
    '.config/google-chrome*',
    '.config/chromium*',
    '.config/bravesoftware',
    '.config/microsoft-edge*',
    '.config/vivaldi*',
    '.config/opera',
    '.config/opera-*',
    'snap/chromium/common',
    '.var/app/org.mozilla.firefox',
    '.var/app/com.google.chrome',
    'library/safari',
    'library/cookies',
    'library/application support/google/chrome*',
    'library/application support/chromium',
    'library/application support/firefox',
    'library/application support/bravesoftware',
    'library/application support/microsoft edge*',
    'library/application support/vivaldi*',
    'library/application support/com.operasoftware.opera',
    'appdata/roaming/mozilla',
    'appdata/roaming/opera software',
    'appdata/local/google/chrome*',
    'appdata/local/chromium',
    'appdata/local/bravesoftware',
    'appdata/local/microsoft/edge*',
    'appdata/local/vivaldi',
  ],
  [
    'mail and messages',
    '.thunderbird',
    '.config/signal*',
    'library/mail',
    'library/messages',
    'library/application support/signal*',
    'appdata/roaming/thunderbird',
    'appdata/roaming/signal*',
  ],
  [
    'credentials of the operating system',
    'appdata/roaming/microsoft/credentials',
    'appdata/roaming/microsoft/protect',
    'appdata/roaming/microsoft/vault',
    'appdata/local/microsoft/credentials',
    'appdata/local/microsoft/vault',
  ],
  [
    'the state of Prompt Workbench',
    '.local/state/prompt-workbench',
    'library/application support/prompt workbench',
    'appdata/local/prompt workbench',
  ],
  ['a wallet', '.bitcoin', '.ethereum', '.electrum'],
];

/** Folders in which the operating system presents processes and devices as files. */
const systemFolders = /^\/(?:proc|sys|dev)(?:\/|$)/;

const files: readonly (readonly [kind: string, name: RegExp])[] = [
  ['a private key', /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?![a-z0-9])(?!.*\.(?:pub|mdx?|markdown|html?|rst)$)/],
  ['a private key or certificate', /\.(?:pem|key|p12|pfx|ppk|jks|keystore)$/],
  ['keys or encrypted data', /\.gpg$|^wg[\w-]*\.conf$/],
  ['a password store', /\.(?:kdbx?|kwl|psafe3|1pux|agilekeychain|opvault|keychain|keychain-db)$/],
  ['environment variables', /^\.env(?:rc)?(?![a-z0-9])|\.env$/],
  [
    'credentials of a tool',
    /^(?:[._]netrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.git-credentials|\.pgpass|pgpass\.conf|\.my\.cnf|\.mylogin\.cnf|\.htpasswd|\.s3cfg|\.boto|\.dockercfg|\.vault-token|kubeconfig|application_default_credentials\.json|accesstokens\.json|msal_token_cache\.\w+|wallet\.dat|\.claude\.json|\.terraformrc)$/,
  ],
  ['credentials of a service', /^(?:secrets\.(?:ya?ml|json)|service[-_]?account.*\.json)$/],
  ['credentials of a tool', /^\.?credentials(?:\.json|\.toml|\.tfrc\.json)?$/],
  [
    'a history of commands',
    /^(?:\.(?:bash|zsh|sh|ash|ksh|fish|python|node_repl|psql|mysql|sqlite|rediscli|irb)_history|fish_history|\.lesshst|\.viminfo|consolehost_history\.txt)$/,
  ],
  [
    'data of a browser',
    /^(?:cookies(?:\.sqlite|\.binarycookies|\.txt)?|login data(?: for account)?|web data|logins\.json|key[34]\.db|signons\.sqlite)$/,
  ],
];

/** Endings of backup copies. */
const backupEnding = /(?:~|\.(?:bak|backup(?:\.\d+)?|old|orig|swp))+$/;

/**
 * Returns the kind of private data that a path names, as the end of "It holds …"; undefined for any other path.
 * @param path of a file or folder, with `/` or `\`, absolute or relative
 */
export function privateKindOf(path: string): string | undefined {
  const posix = path.replaceAll('\\', '/').toLowerCase().replace(/\/+$/, '');
  if (systemFolders.test(posix)) return 'processes and devices of the system';
  const originalPath = posix.replace(backupEnding, '');
  if (originalPath === posix) return kindByName(posix);
  // Vim adds a dot in front of the name of a swap file.
  return kindByName(posix) ?? kindByName(originalPath) ?? kindByName(originalPath.replace(/(^|\/)\.(?=[^/]*$)/, '$1'));
}

/** Any of `places` in one pass, because a scan asks this for each file. */
const anyPlace = new RegExp(
  places
    .flatMap(([, ...paths]) => paths.map((place) => pieceOf(place).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('|'),
);

function kindByName(posix: string): string | undefined {
  const wholePath = `/${posix}/`;
  if (anyPlace.test(wholePath))
    for (const [kind, ...paths] of places) if (paths.some((place) => wholePath.includes(pieceOf(place)))) return kind;
  const name = posix.slice(posix.lastIndexOf('/') + 1);
  return files.find(([, pattern]) => pattern.test(name))?.[0];
}

function pieceOf(place: string): string {
  return place.endsWith('*') ? `/${place.slice(0, -1)}` : `/${place}/`;
}

/** The warning for a folder or file of a source. @param kind from `privateKindOf` */
export function privateRoot(location: string, kind: string): string {
  return `${location} holds ${kind}: private data is never read as documentation, so remove it from Folders.`;
}
