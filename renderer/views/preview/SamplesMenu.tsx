import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { isSameData } from '../../../src/base/json.ts';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { SmallDialog } from '../../components/overlay/SmallDialog.tsx';
import { inBackground } from '../../in-background.ts';
import { selectCanSaveSamples } from '../../store/content/samples.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectPreviewed, selectValues } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { afterClosing } from '../shell/focus.ts';
import { addsTest, pressInAnswer } from '../shell/jump.ts';
import { SampleName } from './SampleName.tsx';
import { SampleRow } from './SampleRow.tsx';
import styles from './SamplesMenu.module.css';

const selector = (state: WorkbenchState) => ({
  values: selectValues(state),
  canKeep: selectCanSaveSamples(state),
  server: selectPreviewed(state)?.server,
});

/** The samples of the prompt: choose, save, rename or delete one. */
export function SamplesMenu({
  prompt: { name: promptName, samples, sampleFile, arguments: args, location },
}: {
  prompt: PromptSummary;
}) {
  const { values, canKeep, server } = useWorkbench(selector);
  const store = useWorkbenchStore();
  const { fillValues, saveSample, loadChecks } = useWorkbenchActions();
  const [isOpen, setOpen] = useState(false);
  // A renamed argument leaves a value under its old name.
  const filledValues = Object.fromEntries(args.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])));
  const currentSample = samples.find((sample) => isSameData(sample.arguments, filledValues));
  const names = samples.map(({ name }) => name);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button variant="quiet" aria-label={currentSample ? `Sample values: ${currentSample.name}` : 'Sample values'}>
        <span className={styles.shown}>{currentSample?.name ?? 'Sample values'}</span>
        <ChevronDown size={14} />
      </Button>
      <Popover className={cx(styles.popover)} placement="bottom end" offset={4}>
        <SmallDialog label="Sample values" className={styles.dialog}>
          {samples.length > 0 ? (
            <ul className={styles.list}>
              {samples.map((sample) => (
                <SampleRow
                  key={sample.name}
                  sample={sample}
                  otherNames={names.filter((name) => name !== sample.name)}
                  isShown={sample === currentSample}
                  canKeep={canKeep}
                  onChoose={() => {
                    fillValues(sample.arguments);
                    setOpen(false);
                  }}
                  onKeep={() => {
                    if (server === undefined) return;
                    inBackground(loadChecks().then((checks) => checks.keepSample(server, promptName, sample.name)));
                    setOpen(false);
                  }}
                />
              ))}
            </ul>
          ) : (
            <p className={styles.none}>
              {sampleFile === undefined
                ? "Samples are saved in the prompt's file. Clients never see them."
                : 'The table has no samples.'}
            </p>
          )}
          {samples.length > 0 && location !== undefined && (
            <div className={styles.tests}>
              <p>Each sample is also a test: the prompt must answer without an error.</p>
              <Button
                variant="quiet"
                onPress={() => {
                  setOpen(false);
                  afterClosing(() => inBackground(pressInAnswer(store, 'tests', addsTest)));
                }}
              >
                Add what you expect…
              </Button>
            </div>
          )}
          {sampleFile !== undefined && <p className={styles.from}>from samples/{sampleFile}</p>}
          {canKeep && !currentSample && Object.keys(filledValues).length > 0 && (
            <div className={styles.save}>
              <SampleName
                label="Save these values as"
                action="Save"
                name=""
                otherNames={names}
                onName={(name) => inBackground(saveSample(name))}
              />
            </div>
          )}
        </SmallDialog>
      </Popover>
    </DialogTrigger>
  );
}
