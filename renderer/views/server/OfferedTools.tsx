import { Plus, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import type { KeyPath } from '../../../src/model/definitions.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { Button } from '../../components/Button.tsx';
import { Checkbox } from '../../components/Checkbox.tsx';
import { FieldProblems } from '../../components/FieldProblems.tsx';
import { Section } from '../../components/Section.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectOfferedTools, valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import styles from './OfferedTools.module.css';
import { ToolRow } from './ToolRow.tsx';

const NewToolDialog = lazy(() => import('./NewToolDialog.tsx'));

/** The list of a server's tools, and the ways to add to it. */
export function OfferedTools({ server, at }: { server: ServerSummary; at: KeyPath }) {
  const [isNaming, setNaming] = useState(false);
  const { edit, addTool } = useWorkbenchActions();
  const offered = useWorkbench(selectOfferedTools);
  const problems = useProblemsAt([...at, 'Tools']).filter((problem) => problem.at.length === at.length + 1);
  const asTools = useWorkbench((state) => valueIn(state, [...at, 'PromptsAsTools']) === true);
  const { tools } = server;
  const others = offered.filter((name) => !tools.some(({ catalogueName }) => catalogueName === name));
  return (
    <Section
      title="Tools"
      aside={
        <div className={styles.actions}>
          <ActionMenu
            label="Add a tool that there is"
            icon={<Wrench size={14} />}
            isDisabled={others.length === 0}
            actions={() => [others.map((name) => ({ label: name, onAction: () => void addTool(at, name) }))]}
          />
          <Button variant="quiet" onPress={() => setNaming(true)}>
            <Plus size={14} />
            New tool
          </Button>
        </div>
      }
    >
      <FieldProblems problems={problems} />
      {tools.length === 0 ? (
        <p className={styles.calm}>None. A tool is called by a model; a prompt is chosen by a person.</p>
      ) : (
        <ul aria-label="Tools" className={styles.list}>
          {tools.map((tool, index) => (
            <ToolRow key={tool.key} server={server} at={at} tool={tool} index={index} />
          ))}
        </ul>
      )}
      <Checkbox
        isSelected={asTools}
        onChange={(selected) => edit([...at, 'PromptsAsTools'], selected ? true : undefined)}
      >
        Offer every prompt as a tool too, for clients that show no prompts
      </Checkbox>
      <Suspense>{isNaming && <NewToolDialog server={server} at={at} onClose={() => setNaming(false)} />}</Suspense>
    </Section>
  );
}
