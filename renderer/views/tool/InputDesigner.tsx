import type { KeyPath } from '../../../src/base/json.ts';
import { FieldProblems } from '../../components/controls/FieldProblems.tsx';
import { parametersOf, schemaOfParameters } from '../../store/content/schema/schema-edit.ts';
import { isObject, type JsonObject } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { SchemaDesigner } from './SchemaDesigner.tsx';

/**
 * The arguments of a tool, written as `Parameters` while those suffice, and otherwise as a full `InputSchema`.
 */
export function InputDesigner({ at }: { at: KeyPath }) {
  const parameters = useWorkbench((state) => valueIn(state, [...at, 'Parameters']));
  const written = useWorkbench((state) => valueIn(state, [...at, 'InputSchema']));
  const { edit } = useWorkbenchActions();
  const problems = [...useProblemsAt([...at, 'Parameters']), ...useProblemsAt([...at, 'InputSchema'])];
  const schema = isObject(written) ? written : schemaOfParameters(parameters);
  const onChange = (next: JsonObject) => {
    const short = isObject(written) ? undefined : parametersOf(next);
    if (short) return edit([...at, 'Parameters'], short);
    if (parameters !== undefined) edit([...at, 'Parameters'], undefined);
    edit([...at, 'InputSchema'], next);
  };
  return (
    <>
      <SchemaDesigner title="Input" noun="argument" schema={schema} onChange={onChange} />
      <FieldProblems problems={problems} />
    </>
  );
}
