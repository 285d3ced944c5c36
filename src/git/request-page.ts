/** Finds the page of a code host on which a person opens a pull request (a merge request on GitLab). */
import { readGitLine } from './run-git.ts';

/**
 * @param stderr the error output of `git push`, in which hosts print the page's address
 * @param branch its name on the remote
 * @returns undefined for an unknown host, and for the default branch
 */
export async function findRequestPage(
  dir: string,
  remote: string,
  branch: string,
  stderr: string,
): Promise<string | undefined> {
  const address = await readGitLine(dir, ['remote', 'get-url', '--push', '--', remote]).catch(() => '');
  const home = await readGitLine(dir, ['symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`]).catch(
    () => '',
  );
  const base = home.startsWith(`${remote}/`) ? home.slice(remote.length + 1) : undefined;
  if (branch === (base ?? 'main') || (base === undefined && branch === 'master')) return undefined;
  const page = toWebPage(address);
  if (!page) return undefined;
  return findAnnouncedPage(stderr, page) ?? makeRequestPage(page, branch, base);
}

/** Converts an address that git uses into that of the repository on the web: `git@host:owner/name.git`, `ssh://…`, `https://…`. */
export function toWebPage(address: string): URL | undefined {
  const shortForm = /^(?:[^@/:\s]+@)?([^/:\s]+):(?!\/\/)([^\s]+)$/.exec(address);
  const text = shortForm && !/^[A-Za-z]$/.test(shortForm[1] ?? '') ? `ssh://${shortForm[1]}/${shortForm[2]}` : address;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (!['http:', 'https:', 'ssh:', 'git:'].includes(protocol) || hostname === '') return undefined;
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  // The page has another port than ssh.
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return new URL(`${isWeb ? protocol : 'https:'}//${hostname}${isWeb && port ? `:${port}` : ''}${path}`);
}

/** Finds the page that the remote itself names, if it is on the remote's host. */
function findAnnouncedPage(stderr: string, page: URL): string | undefined {
  const links = [...stderr.matchAll(/^remote:\s+(https?:\/\/\S+)/gm)].map(([, link = '']) => link);
  return links.find((link) => {
    if (!URL.canParse(link)) return false;
    const { host, pathname } = new URL(link);
    return host === page.host && /\/(?:pull|compare|merge_requests|pull-requests)\b/.test(pathname);
  });
}

/**
 * Makes the address that GitHub, GitLab, Gitea (also Forgejo, Codeberg) or Bitbucket gives the page.
 * @param page the repository on the web
 * @param base the branch to merge into, if it is known
 */
export function makeRequestPage(page: URL, branch: string, base: string | undefined): string | undefined {
  const name = encodeURIComponent(branch);
  const path = branch.split('/').map(encodeURIComponent).join('/');
  const against = base === undefined ? '' : `${base.split('/').map(encodeURIComponent).join('/')}...`;
  if (/github/.test(page.hostname)) return `${page}/compare/${against}${path}?expand=1`;
  if (/gitlab/.test(page.hostname)) return `${page}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${name}`;
  if (/gitea|forgejo|codeberg/.test(page.hostname)) return `${page}/compare/${against}${path}`;
  if (/bitbucket/.test(page.hostname)) return `${page}/pull-requests/new?source=${name}`;
  return undefined;
}
