import { ListChecks } from 'lucide-react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { Section } from '../../components/layout/Section.tsx';
import type { ToolSelection } from '../../store/content/schema/tools.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';

interface JsonArgumentsProps {
  readonly selection: ToolSelection;
  readonly json: string;
  readonly fault: string | undefined;
}

/** The arguments as JSON, for values without a form field and values that the schema rejects. */
export function JsonArguments({ selection, json, fault }: JsonArgumentsProps) {
  const { typeArguments } = useWorkbenchActions();
  return (
    <Section
      title="Arguments"
      aside={
        <Button variant="quiet" onPress={() => typeArguments(selection, undefined)}>
          <ListChecks size={14} />
          As a form
        </Button>
      }
    >
      <Field
        label="Arguments as JSON"
        hidesLabel
        mono
        multiline
        value={json}
        onChange={(text) => typeArguments(selection, text)}
        problems={fault === undefined ? [] : [{ severity: 'error', message: fault }]}
      />
    </Section>
  );
}
