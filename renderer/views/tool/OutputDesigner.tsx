import { Plus } from 'lucide-react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { inBackground } from '../../in-background.ts';
import { isObject } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { SchemaDesigner } from './SchemaDesigner.tsx';
import { strings } from './strings.ts';

/** The optional output schema of a tool. */
export function OutputDesigner({ at }: { at: KeyPath }) {
  const schema = useWorkbench((state) => valueIn(state, at));
  const { edit, restructureWithNotice } = useWorkbenchActions();
  const problems = useProblemsAt(at);
  if (!isObject(schema)) {
    return (
      <Section
        title="Structured answer"
        aside={
          <Button variant="quiet" onPress={() => edit(at, { type: 'object', properties: {} })}>
            <Plus size={14} />
            Add an output schema
          </Button>
        }
      >
        <Text tone="faint">{strings.noOutputSchema}</Text>
      </Section>
    );
  }
  return (
    <>
      <SchemaDesigner
        title="Structured answer"
        noun="value"
        schema={schema}
        onChange={(next) => edit(at, next)}
        onRemove={() => inBackground(restructureWithNotice('Removed the output schema', at, () => undefined))}
      />
      <FieldProblems problems={problems} />
    </>
  );
}
