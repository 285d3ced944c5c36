import { Search } from 'lucide-react';
import { type FormEvent, lazy, Suspense } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PaneBar } from '../../components/PaneBar.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findSource } from '../../store/sources.ts';
import styles from './SourceTrial.module.css';

const SearchPanel = lazy(() => import('../search/SearchPanel.tsx'));

/** The right of the window while a source is looked at: what it finds, and why. */
export function SourceTrial({ name }: { name: string }) {
  const trial = useWorkbench(({ sources }) => sources.trials[name]);
  const type = useWorkbench((state) => findSource(state, name)?.type);
  const { trySource } = useWorkbenchActions();
  const query = trial?.query ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void trySource(name, query, true);
  };
  return (
    <>
      <PaneBar>
        <h2 className={styles.title}>Try a search</h2>
      </PaneBar>
      <div className={styles.body}>
        <form onSubmit={submit} className={styles.form}>
          <Field
            label="Query"
            placeholder="As a person would ask"
            value={query}
            // What is on this computer is asked at every key; what is elsewhere, when it is meant.
            onChange={(text) => void trySource(name, text, type === 'Documentation' && text.trim() !== '')}
          />
          <Button type="submit" isDisabled={trial?.isAsking ?? false}>
            <Search size={14} />
            Search
          </Button>
        </form>
        {trial?.failure && <Notice tone="danger">{trial.failure}</Notice>}
        {trial?.searched?.kind === 'failed' && <Notice tone="danger">{trial.searched.message}</Notice>}
        {trial?.searched && (
          <Suspense>
            <SearchPanel searches={[trial.searched.account]} id={`source ${name}`} />
          </Suspense>
        )}
      </div>
    </>
  );
}
