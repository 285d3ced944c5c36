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
  ['this program', ['/home/a/.local/state/prompt-workbench/token']],
])('Private paths are recognised by name: %s', (_, paths) => {
  expect(paths.filter((path) => privateKindOf(path) === undefined)).toEqual([]);
});

it('Documentation about private files is not private', () => {
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
  ];
  expect(paths.filter((path) => privateKindOf(path) !== undefined)).toEqual([]);
});
