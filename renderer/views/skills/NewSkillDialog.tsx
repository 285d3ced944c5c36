import { skillNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { NameDialog } from '../../components/overlay/NameDialog.tsx';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectOwnServer } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { createAndJump } from '../shell/held-keys.ts';
import { jumpToField } from '../shell/jump.ts';
import { strings } from './strings.ts';

const selectNames = ({ workspace }: WorkbenchState) =>
  workspace.status === 'ready' ? workspace.view.skills.map(({ name }) => name) : [];

/** Asks for the name of a skill without a prompt, creates its file and opens it. The shown server lists it. */
export default function NewSkillDialog() {
  const store = useWorkbenchStore();
  const { createSkill, closeOverlay } = store.actions;
  const takenNames = useWorkbench(selectNames);
  const server = useWorkbench(selectOwnServer)?.name;
  return (
    <NameDialog
      title="New skill"
      label="Name"
      description={strings.newSkill(server)}
      action="Create"
      check={(name) => skillNameProblem(name, takenNames)}
      onSubmit={(name) =>
        createAndJump(
          store,
          () => createSkill(name, server),
          (_, isHere) => jumpToField(store, ['Description'], isHere),
        )
      }
      onClose={closeOverlay}
    />
  );
}
