import { useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { sourceNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { SourceType } from '../../store/sources/source-changes.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { createAndJump } from '../shell/held-keys.ts';
import { jumpToField } from '../shell/jump.ts';
import { strings } from './strings.ts';

const types = [
  { value: 'Documentation', label: 'Documentation' },
  { value: 'MCP', label: 'MCP server' },
  { value: 'WolframAlpha', label: 'Wolfram|Alpha' },
] as const satisfies readonly { value: SourceType; label: string }[];

/** The first field to fill in. */
const firstField: Readonly<Record<SourceType, KeyPath>> = {
  Documentation: ['Folders'],
  MCP: ['Url'],
  WolframAlpha: ['BaseUrl'],
};

const selectNames = ({ sources }: WorkbenchState) =>
  sources.list.filter(({ builtin }) => !builtin).map(({ name }) => name);

interface NewSourceDialogProps {
  readonly onClose: () => void;
}

/** Asks for the type and name of a source, creates its file and opens it. */
export default function NewSourceDialog({ onClose }: NewSourceDialogProps) {
  const store = useWorkbenchStore();
  const { createSource } = store.actions;
  const takenNames = useWorkbench(selectNames);
  const [type, setType] = useState<SourceType>('Documentation');
  return (
    <NameDialog
      title="New source"
      label="Name"
      description={strings.sourceName}
      action="Create"
      check={(name) => sourceNameProblem(name, takenNames)}
      onSubmit={(name) =>
        createAndJump(
          store,
          () => createSource(name, type),
          (_, isHere) => jumpToField(store, firstField[type], isHere),
        )
      }
      onClose={onClose}
    >
      <Row>
        <Segmented<SourceType> label="Type" value={type} options={types} onChange={setType} />
      </Row>
    </NameDialog>
  );
}
