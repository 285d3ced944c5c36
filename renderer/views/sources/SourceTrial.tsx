import { Search } from 'lucide-react';
import { type FormEvent, Suspense } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { PaneBar, PaneBody } from '../../components/layout/PaneBar.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findSource } from '../../store/sources/source-selectors.ts';
import { isSearchedAtOnce, type SourceSummary } from '../../store/state/searches.ts';
import styles from './SourceTrial.module.css';
import { strings } from './strings.ts';

const SearchPanel = lazyView(() => import('../search/SearchPanel.tsx'));

/** The right of the window for a source: tries a search and explains its results. */
export default function SourceTrial({ name }: { name: string }) {
  const trial = useWorkbench(({ sources }) => sources.trials[name]);
  const source = useWorkbench((state) => findSource(state, name));
  const { trySource } = useWorkbenchActions();
  const query = trial?.query ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inBackground(trySource(name, query, true));
  };
  return (
    <>
      <PaneBar>
        <Text as="h2" size="m" weight="bold">
          Try a search
        </Text>
      </PaneBar>
      <PaneBody>
        <form onSubmit={submit} className={styles.form}>
          <Field
            label="Query"
            placeholder="A question in natural language"
            value={query}
            onChange={(text) => inBackground(trySource(name, text, isSearchedAtOnce(source) && text.trim() !== ''))}
          />
          <Button type="submit" isDisabled={trial?.isAsking ?? false}>
            <Search size={14} />
            Search
          </Button>
        </form>
        {(trial?.isAsking || trial?.result?.kind === 'failed') && <Waiting source={source} />}
        {trial?.failure && <Notice tone="danger">{trial.failure}</Notice>}
        {trial?.result?.kind === 'failed' && <Failed message={trial.result.message} source={source} />}
        {trial?.result?.kind === 'results' && (
          <Suspense>
            <SearchPanel searches={[trial.result.account]} id={`source ${name}`} />
          </Suspense>
        )}
      </PaneBody>
    </>
  );
}

/** Shown only for the first search, which waits for the files to be indexed. */
function Waiting({ source }: { source: SourceSummary | undefined }) {
  if (source?.state.kind !== 'indexing' || source.state.searchable) return null;
  return (
    <Text role="status" tone="soft">
      {strings.waitForIndex}
    </Text>
  );
}

/** Leaves out a state that the page beside already shows. */
function Failed({ message, source }: { message: string; source: SourceSummary | undefined }) {
  switch (source?.state.kind) {
    case 'failed':
    case 'not-allowed':
    case 'not-set-up':
    case 'unconfirmed':
    case 'stopped':
      return <Text tone="soft">{strings.cannotSearch(source.name)}</Text>;
    default:
      return <Notice tone="danger">{message}</Notice>;
  }
}
