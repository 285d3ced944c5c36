import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { TeamPage } from '../../../src/contract/contract.ts';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { strings } from './strings.ts';

type Commit = TeamPage['commit'];

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const shortId = (id: string) => id.slice(0, 9);

/** The commit that a team server serves, and why a newer one is not. */
export function ServedCommit({ page: { ref, commit, since, next, tip, refusal } }: { readonly page: TeamPage }) {
  return (
    <Section title={`Served from ${showHidden(ref)}`}>
      <Stack gap={2}>
        <CommitLine commit={commit} />
        <Text size="s" tone="faint">
          {`Served since ${date.format(new Date(since))}`}
        </Text>
        {next && <Notice tone="info">{strings.next(shortId(next.id))}</Notice>}
        {tip && (
          <Notice
            tone={refusal === undefined ? 'info' : 'warning'}
            title={refusal === undefined ? strings.older : strings.notServed}
          >
            {refusal !== undefined && showHidden(refusal)}
            <CommitLine commit={tip} />
          </Notice>
        )}
      </Stack>
    </Section>
  );
}

function CommitLine({ commit: { id, time, subject } }: { readonly commit: Commit }) {
  return (
    <Row as="p" align="baseline" wrap gap={2} rowGap={0}>
      <Text as="code" size="s" mono title={id}>
        {shortId(id)}
      </Text>
      {subject !== undefined && (
        <Text as="span" breaks>
          {showHidden(subject)}
        </Text>
      )}
      {time !== undefined && (
        <Text as="span" size="s" tone="faint" nowrap>
          <time dateTime={time}>{date.format(new Date(time))}</time>
        </Text>
      )}
    </Row>
  );
}
