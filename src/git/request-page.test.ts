import { expect, test } from 'vitest';
import { makeRequestPage, toWebPage } from './request-page.ts';

test.each([
  ['git@github.com:team/prompts.git', 'https://github.com/team/prompts'],
  ['ssh://git@gitlab.example.com:2222/group/sub/prompts.git', 'https://gitlab.example.com/group/sub/prompts'],
  ['https://user:secret@codeberg.org/team/prompts.git/', 'https://codeberg.org/team/prompts'],
  ['http://gitea.local:3000/team/prompts', 'http://gitea.local:3000/team/prompts'],
  ['/srv/git/prompts.git', undefined],
  ['C:\\git\\prompts', undefined],
  ['../prompts', undefined],
  ['file:///srv/prompts', undefined],
])('the page of %s is %s', (address, page) => {
  expect(toWebPage(address)?.href).toBe(page);
});

test.each([
  ['https://github.com/t/p', 'main', 'https://github.com/t/p/compare/main...draft/a%23b?expand=1'],
  [
    'https://gitlab.com/t/p',
    undefined,
    'https://gitlab.com/t/p/-/merge_requests/new?merge_request%5Bsource_branch%5D=draft%2Fa%23b',
  ],
  ['https://codeberg.org/t/p', 'main', 'https://codeberg.org/t/p/compare/main...draft/a%23b'],
  ['https://bitbucket.org/t/p', 'main', 'https://bitbucket.org/t/p/pull-requests/new?source=draft%2Fa%23b'],
  ['https://git.example.com/t/p', 'main', undefined],
])('a pull request in %s opens at its own page', (page, base, address) => {
  expect(makeRequestPage(new URL(page), 'draft/a#b', base)).toBe(address);
});
