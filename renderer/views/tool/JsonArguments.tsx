import { ListChecks } from 'lucide-react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Section } from '../../components/layout/Section.tsx';

interface JsonArgumentsProps {
  readonly json: string;
  readonly fault: string | undefined;
  /** Undefined returns to the form. */
  readonly onJson: (json: string | undefined) => void;
}

/** The arguments as JSON, for values without a form field and values that the schema rejects. */
export function JsonArguments({ json, fault, onJson }: JsonArgumentsProps) {
  return (
    <Section
      title="Arguments"
      aside={
        <Button variant="quiet" onPress={() => onJson(undefined)}>
          <ListChecks size={14} />
          As a form
        </Button>
      }
    >
      <div data-argument="json">
        <Field
          label="Arguments as JSON"
          hidesLabel
          mono
          multiline
          value={json}
          onChange={onJson}
          problems={fault === undefined ? [] : [{ severity: 'error', message: fault }]}
        />
      </div>
    </Section>
  );
}
