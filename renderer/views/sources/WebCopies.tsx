import { formatCount } from '../../../src/base/text/format-count.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { SourceSummary } from '../../store/state/searches.ts';
import styles from './SourceStateView.module.css';
import { strings } from './strings.ts';

type WebCopy = NonNullable<SourceSummary['web']>[number];

/** What was fetched from the web, and the progress of a fetch. */
export function WebCopies({ name, web }: { name: string; web: readonly WebCopy[] }) {
  const fetchingCopy = web.find(({ fetching }) => fetching);
  return (
    <Stack gap={2}>
      {fetchingCopy && <Fetching copy={fetchingCopy} name={name} />}
      <Stack as="ul" gap={2} aria-label="Pages on the web">
        {web.map((copy) => (
          <li key={`${copy.url} ${copy.version ?? ''}`}>
            <Copy copy={copy} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function Fetching({ copy: { url, fetching }, name }: { copy: WebCopy; name: string }) {
  const { stopFetching } = useWorkbenchActions();
  const { done = 0, total = 0 } = fetching ?? {};
  return (
    <div className={styles.reading}>
      <progress
        {...(total === 0 ? {} : { max: Math.max(total, done), value: done })}
        aria-label="Pages fetched"
        className={styles.progress}
      />
      <Button onPress={() => inBackground(stopFetching(name))}>Stop</Button>
      <Text as="span" tone="soft" tabular breaks>
        {total === 0
          ? `Fetching ${url}`
          : `${done.toLocaleString('en')} of ${formatCount(total, 'known page')} fetched from ${url}`}
      </Text>
    </div>
  );
}

function Copy({ copy }: { copy: WebCopy }) {
  const { url, version, failure, problems } = copy;
  return (
    <Stack gap={1}>
      <Text breaks>
        {version === undefined ? url : `${url} (${version})`}
        <Text as="span" tone="soft">{` · ${facts(copy)}`}</Text>
      </Text>
      {failure !== undefined && <Notice tone="warning">{failure}</Notice>}
      {problems.length > 0 && (
        <Fold title="Left out" of={url} summary={String(problems.length)}>
          <ul className={styles.unread}>
            {problems.map((problem) => (
              <li key={`${problem.url} ${problem.message}`}>
                {problem.url !== '' && <code>{problem.url}</code>} {problem.message}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Stack>
  );
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function facts({ pages, bytes, fetchedAt, nextAt, refresh, isChanged }: WebCopy): string {
  if (fetchedAt === undefined && pages === 0) return strings.notFetched;
  const size = bytes < 1e6 ? 'less than 1 MB' : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
  const when = fetchedAt === undefined ? strings.fetchedInPart : `fetched ${date.format(fetchedAt)}`;
  const next = nextAt === undefined ? [] : [`again ${date.format(nextAt)}`];
  const waits = isChanged && refresh ? [strings.scheduleWaits] : [];
  return [formatCount(pages, 'page'), size, when, ...next, ...waits].join(', ');
}
