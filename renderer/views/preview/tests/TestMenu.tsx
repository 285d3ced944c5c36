/** The menu of one test. */
import { Code, Ellipsis, PencilLine, Trash2 } from 'lucide-react';
import type { Location } from '../../../../src/contract/contract.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { inBackground } from '../../../in-background.ts';
import { findTestPlace } from '../../../store/preview/test-place.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { afterClosing } from '../../shell/focus.ts';
import { jumpToYaml } from '../../shell/jump.ts';
import { keepFocusOnTests } from './TestForm.tsx';

interface TestPlace {
  readonly server: string;
  /** Its MCP name. */
  readonly prompt: string;
}

interface TestMenuProps extends TestPlace {
  readonly location: Location;
  readonly test: string;
  /** Whether it fails at an expectation that its form shows. */
  readonly isChangeable: boolean;
  /** Opens its form. */
  readonly onChange: () => void;
}

/** What a person can do with a test. One that fails has a button for its expectations. */
export function TestMenu({ server, prompt, location, test, isChangeable, onChange }: TestMenuProps) {
  const store = useWorkbenchStore();
  const open = () => jumpToYaml(store, location, (text) => findTestPlace(text, prompt, test).from);
  const remove = async () => {
    await (await store.actions.loadChecks()).deleteTest(server, prompt, test);
    keepFocusOnTests();
  };
  const actions = () => [
    [
      // The closed menu gives the focus back before the form takes it.
      { label: 'Change…', icon: <PencilLine size={14} />, onAction: () => afterClosing(onChange) },
      { label: 'Open in the YAML view', icon: <Code size={14} />, onAction: () => inBackground(open()) },
    ],
    [{ label: 'Delete', icon: <Trash2 size={14} />, isDangerous: true, onAction: () => inBackground(remove()) }],
  ];
  return (
    <>
      {isChangeable && (
        <Button variant="quiet" aria-label={`Change what you expect of ${test}`} onPress={onChange}>
          Change what you expect…
        </Button>
      )}
      <ActionMenu label={`Actions for the test ${test}`} icon={<Ellipsis size={15} />} actions={actions} />
    </>
  );
}
