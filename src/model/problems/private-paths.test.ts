import { expect, it } from 'vitest';
import { privateKindOf } from './private-paths.ts';

it.each([
  [
    'SSH keys',
    ['/home/a/.ssh', '/home/a/.ssh/config', 'id_rsa', '/x/id_ed25519', 'id_rsa.bak', 'id_ecdsa_sk', 'ID_RSA'],
  ],
  ['keys and certificates', ['server.pem', '/etc/ssl/tls.key', 'a.p12', 'b.pfx', 'c.ppk', 'D.PEM']],
  ['password stores', ['/a/.gnupg/x', '~/.password-store/mail.gpg', 'secrets.kdbx', '/Users/a/Library/Keychains/x']],
  ['environments', ['.env', '.env.local', '.env.production', '.envrc', 'app/.env']],
  [
    'tools',
    ['.netrc', '_netrc', '.npmrc', '.pypirc', '.git-credentials', '.docker/config.json', '.kube/config', '.aws'],
  ],
  ['clouds', ['.config/gcloud/x.db', '.azure/token.json', '.config/gh/hosts.yml', 'AppData\\Roaming\\gcloud\\x']],
  ['histories', ['.bash_history', '.zsh_history', 'fish_history', '.python_history', 'ConsoleHost_history.txt']],
  [
    'browsers',
    [
      '/home/a/.mozilla/firefox/x/prefs.js',
      '/home/a/.config/google-chrome/Default/Bookmarks',
      '/Users/a/Library/Application Support/Google/Chrome/Default/History',
      'C:\\Users\\a\\AppData\\Local\\Microsoft\\Edge\\User Data\\Default\\x',
      'Cookies',
      'cookies.sqlite',
      'Login Data',
    ],
  ],
  ['processes', ['/proc/self/environ', '/dev/mem', '/sys/class']],
  [
    'tools, in a folder of theirs',
    [
      '/home/a/.claude.json',
      '/home/a/.codex/auth.json',
      '/home/a/.gemini/oauth_creds.json',
      '/home/a/.m2/settings.xml',
      '/home/a/.gradle/gradle.properties',
      '/home/a/.composer/auth.json',
      '/home/a/.config/pip/pip.conf',
      '/home/a/.subversion/auth/svn.simple/x',
      '/home/a/.terraformrc',
      'project/.git/config',
      '/home/a/.config/filezilla/sitemanager.xml',
      '/home/a/.vnc/passwd',
    ],
  ],
  [
    'every channel of a browser',
    [
      '/home/a/.config/google-chrome-beta/x',
      '/home/a/.config/microsoft-edge-dev/x',
      '/home/a/.config/vivaldi-snapshot/x',
      '/Users/a/Library/Application Support/Google/Chrome Canary/x',
      'C:\\Users\\a\\AppData\\Local\\Google\\Chrome SxS\\User Data\\x',
      'C:\\Users\\a\\AppData\\Local\\Microsoft\\Edge Beta\\User Data\\x',
    ],
  ],
  [
    'password managers and messengers',
    [
      '/home/a/.config/Bitwarden/data.json',
      '/home/a/.config/Signal/config.json',
      '/home/a/.config/keepassxc/keepassxc.ini',
      '/Users/a/Library/Application Support/Signal/config.json',
      'C:\\Users\\a\\AppData\\Roaming\\Bitwarden\\data.json',
      '/home/a/.local/share/kwalletd/kdewallet.kwl',
    ],
  ],
  [
    'secrets of a service',
    [
      'prod.env',
      'secrets.yaml',
      'secrets.yml',
      'secrets.json',
      'service-account.json',
      'service-account-prod.json',
      'x.gpg',
      'wg0.conf',
      'wg-home.conf',
    ],
  ],
  [
    'backups',
    [
      '.npmrc.swp',
      '.claude.json.backup',
      '.claude.json.backup.1763000000',
      'id_rsa~',
      '.id_rsa.swp',
      'server.key.bak',
      '.netrc.old',
      '.npmrc.orig',
      '/a/.codex/auth.json.bak',
      'wg0.conf~',
    ],
  ],
  ['this program', ['/home/a/.local/state/prompt-workbench/token']],
])('Private paths are recognised by name: %s', (_, paths) => {
  expect(paths.filter((path) => privateKindOf(path) === undefined)).toEqual([]);
});

it('documentation about private files is not private', () => {
  const paths = [
    'docs/ssh.md',
    'docs/keys.html',
    'docs/id_rsa.md',
    'docs/id_rsa.pub',
    'docs/id_rsassa.txt',
    'docs/credentials.md',
    'docs/environment.md',
    'docs/.environments/a.md',
    'docs/cookies.md',
    'docs/cookies/index.html',
    'docs/aws/README.md',
    'docs/docker/config.md',
    'docs/proc/self.md',
    'keychain.md',
    'key.txt',
    'pem.rst',
    'docs/secrets.md',
    'docs/service-accounts.md',
    'docs/env.md',
    'docs/git/config.md',
    'docs/.git/config.md',
    'docs/settings.xml',
    'docs/wget.conf.md',
    'docs/notes.md.bak',
    'docs/google-chrome/index.html',
    '/home/a/.config/operations/a.md',
    'docs/signal/config.json',
  ];
  expect(paths.filter((path) => privateKindOf(path) !== undefined)).toEqual([]);
});
