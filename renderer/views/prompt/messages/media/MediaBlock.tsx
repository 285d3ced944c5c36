import { mimeTypeOfName } from '../../../../../src/base/formats.ts';
import type { KeyPath } from '../../../../../src/base/json.ts';
import { Segmented } from '../../../../components/controls/Segmented.tsx';
import { Field } from '../../../../components/fields/Field.tsx';
import { Fold } from '../../../../components/layout/Fold.tsx';
import { Stack, Text } from '../../../../components/layout/primitives.tsx';
import { inBackground } from '../../../../in-background.ts';
import { type BodyForm, bodyForm } from '../../../../store/content/block-body.ts';
import { useWorkbench, useWorkbenchActions } from '../../../../store/StoreProvider.tsx';
import { valueIn } from '../../../../store/selectors.ts';
import { useDefinitionField } from '../../../editor/useDefinitionField.ts';
import fields from '../fields.module.css';
import { DataBody } from './DataBody.tsx';
import { FileBody } from './FileBody.tsx';

const forms = [
  { value: 'File', label: 'File' },
  { value: 'Data', label: 'In the prompt' },
] as const;

interface MediaBlockProps {
  readonly at: KeyPath;
  readonly kind: 'image' | 'audio';
  readonly label: string;
}

/** An image or a sound: a file of the media folder, or bytes inside the prompt. */
export function MediaBlock({ at, kind, label }: MediaBlockProps) {
  const form = useWorkbench((state) => bodyForm(valueIn(state, at))) === 'Data' ? 'Data' : 'File';
  const file = useWorkbench((state) => String(valueIn(state, [...at, 'File']) ?? ''));
  const mimeType = useDefinitionField([...at, 'MimeType'], { removesWhenEmpty: true });
  const { changeBody } = useWorkbenchActions();
  return (
    <Stack gap={2}>
      {form === 'Data' ? (
        <DataBody at={at} label={label} expectedKind={kind} />
      ) : (
        <FileBody at={at} label={label} expectedKind={kind} />
      )}
      <Fold title="Type and storage" of={label} opens={mimeType.problems.length > 0}>
        <div className={fields.pair}>
          <Field label="MIME type" mono placeholder={mimeTypeOfName(file) ?? `${kind}/…`} {...mimeType} />
          <Stack align="start" gap="3px">
            <Text as="span" tone="soft" size="s" weight="medium">
              Storage
            </Text>
            <Segmented<Exclude<BodyForm, 'Text'>>
              label={`${label}: storage`}
              value={form}
              options={forms}
              onChange={(next) => inBackground(changeBody(at, next))}
            />
          </Stack>
        </div>
      </Fold>
    </Stack>
  );
}
