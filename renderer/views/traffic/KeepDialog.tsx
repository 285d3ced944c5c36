import { useEffect, useState } from 'react';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { inBackground } from '../../in-background.ts';
import { sampleNameProblem } from '../../store/content/samples.ts';
import { sampleName } from '../../store/preview/traffic-params.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findPromptNamed } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';

interface KeepDialogProps {
  readonly as: 'sample' | 'test';
  readonly server: string;
  /** MCP name. */
  readonly prompt: string;
  readonly values: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Asks for a name, and keeps the values of a call as a sample or as a test of its prompt. */
export function KeepDialog({ as, server, prompt, values, onClose }: KeepDialogProps) {
  const samples = useWorkbench((state: WorkbenchState) => findPromptNamed(state, server, prompt)?.samples);
  const { loadChecks } = useWorkbenchActions();
  const [tests, setTests] = useState<readonly string[]>();
  useEffect(() => {
    if (as === 'test')
      inBackground(
        loadChecks()
          .then((loadedChecks) => loadedChecks.listTestNames(server, prompt))
          .then(setTests, () => setTests([])),
      );
  }, [as, server, prompt, loadChecks]);
  const takenNames = as === 'sample' ? samples?.map(({ name }) => name) : tests;
  if (!takenNames) return null;
  const keep = async (name: string) => {
    const checks = await loadChecks();
    if (as === 'sample') await checks.keepAsSample(server, prompt, name, values);
    else await checks.keepAsTest(server, prompt, name, { values });
  };
  return (
    <NameDialog
      title={as === 'sample' ? `Save as a sample of ${prompt}` : `Keep as a test of ${prompt}`}
      label="Name"
      {...(as === 'test' && { description: 'The current answer is kept as a snapshot: the test fails if it changes.' })}
      mono={false}
      initial={sampleName(values, takenNames)}
      check={(name) =>
        takenNames.includes(name) && as === 'test'
          ? { severity: 'error', message: 'Another test already has this name.' }
          : sampleNameProblem(name, takenNames)
      }
      action={as === 'sample' ? 'Save' : 'Keep'}
      onSubmit={keep}
      onClose={onClose}
    />
  );
}
