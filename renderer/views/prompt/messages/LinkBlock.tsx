import type { KeyPath } from '../../../../src/base/json.ts';
import { Field } from '../../../components/controls/Field.tsx';
import { Stack } from '../../../components/layout/primitives.tsx';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { IconList } from '../icons/IconList.tsx';
import fields from './fields.module.css';
import { NumberField } from './NumberField.tsx';

/** The fields of a link to a resource. */
export function LinkBlock({ at }: { at: KeyPath }) {
  const uri = useDefinitionField([...at, 'Uri']);
  const name = useDefinitionField([...at, 'Name']);
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const mimeType = useDefinitionField([...at, 'MimeType'], { removesWhenEmpty: true });
  return (
    <Stack gap={2}>
      <Field label="URI" mono placeholder="docs://guide/start" {...uri} />
      <div className={fields.pair}>
        <Field label="Name" mono {...name} />
        <Field label="Title" placeholder="Display name" {...title} />
      </div>
      <Field label="Description" multiline placeholder="What the resource contains" {...description} />
      <div className={fields.pair}>
        <Field label="MIME type" mono placeholder="text/markdown" {...mimeType} />
        <NumberField at={[...at, 'Size']} label="Size in bytes" placeholder="Unknown" />
      </div>
      <IconList at={[...at, 'Icons']} />
    </Stack>
  );
}
