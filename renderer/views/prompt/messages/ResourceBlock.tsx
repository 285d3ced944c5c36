import { mimeTypeOfName } from '../../../../src/base/formats.ts';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Segmented } from '../../../components/controls/Segmented.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { Row, Stack } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { type BodyForm, bodyForm } from '../../../store/content/block-body.ts';
import { textOfBlock } from '../../../store/content/blocks.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { TextEditor, TextSwitch } from '../text/TextEditor.tsx';
import fields from './fields.module.css';
import { DataBody } from './media/DataBody.tsx';
import { FileBody } from './media/FileBody.tsx';

const forms = [
  { value: 'Text', label: 'Text' },
  { value: 'File', label: 'File' },
  { value: 'Data', label: 'Bytes' },
] as const;

/** An embedded resource: its address, and a text, a file or bytes. */
export function ResourceBlock({ at, label }: { at: KeyPath; label: string }) {
  const form = useWorkbench((state) => bodyForm(valueIn(state, at))) ?? 'File';
  const uri = useDefinitionField([...at, 'Uri']);
  const file = useWorkbench((state) => String(valueIn(state, [...at, 'File']) ?? ''));
  const mimeType = useDefinitionField([...at, 'MimeType'], { removesWhenEmpty: true });
  const { changeBody } = useWorkbenchActions();
  return (
    <Stack gap={2}>
      <div className={fields.wide}>
        <Field label="URI" mono placeholder="docs://checklist" {...uri} />
        <Field label="MIME type" mono placeholder={mimeTypeOfName(file || uri.value) ?? 'text/plain'} {...mimeType} />
      </div>
      <Row align="center" justify="between" gap={2}>
        <Segmented<BodyForm>
          label={`${label}: content as`}
          value={form}
          options={forms}
          onChange={(next) => inBackground(changeBody(at, next))}
        />
        {form === 'Text' && <ResourceText at={at} label={label} part="switch" />}
      </Row>
      {form === 'Text' && <ResourceText at={at} label={label} part="text" />}
      {form === 'File' && <FileBody at={at} label={label} />}
      {form === 'Data' && <DataBody at={at} label={label} />}
    </Stack>
  );
}

function ResourceText({ at, label, part }: { at: KeyPath; label: string; part: 'text' | 'switch' }) {
  const textAt = [...at, 'Text'];
  const form = textOfBlock(
    useWorkbench((state) => valueIn(state, textAt)),
    textAt,
  );
  if (!form) return null;
  if (part === 'switch') return <TextSwitch form={form} label={`${label} text`} />;
  return <TextEditor form={form} label={`${label} text`} />;
}
