import type { ReactNode } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Stack, Text } from '../../../components/layout/primitives.tsx';
import type { BlockKind } from '../../../store/content/blocks.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { IconList } from '../icons/IconList.tsx';
import { strings } from '../strings.ts';
import { useOtherProblems } from '../useOtherProblems.ts';
import { Annotations } from './Annotations.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import fields from './fields.module.css';
import { MediaBlock } from './media/MediaBlock.tsx';
import { NumberField } from './NumberField.tsx';
import { ResourceBlock } from './ResourceBlock.tsx';
import SearchFields from './SearchFields.tsx';
import { TextBlock } from './TextBlock.tsx';

interface BlockBodyProps {
  readonly at: KeyPath;
  readonly kind: BlockKind;
  readonly label: string;
}

/** The fields and problems of one block. */
export function BlockBody({ at, kind, label }: BlockBodyProps) {
  const problems = useOtherProblems(at, [...fieldsOf[kind], ['When']]);
  return (
    <>
      <ConditionRow at={at} label={label.toLowerCase()} />
      <Body at={at} kind={kind} label={label} />
      <FieldProblems problems={problems} />
      {kind !== 'unknown' && <Annotations at={at} label={label} />}
    </>
  );
}

/** Keys whose fields show their own problems. */
const fieldsOf: Readonly<Record<BlockKind, readonly KeyPath[]>> = {
  text: [[]],
  image: [['File'], ['Data'], ['MimeType'], ['Annotations']],
  audio: [['File'], ['Data'], ['MimeType'], ['Annotations']],
  resource: [['Uri'], ['MimeType'], ['Text'], ['File'], ['Data'], ['Annotations']],
  resource_link: [['Uri'], ['Name'], ['Title'], ['Description'], ['MimeType'], ['Size'], ['Icons'], ['Annotations']],
  search: [['Sources'], ['Query'], ['Budget'], ['Annotations']],
  unknown: [],
};

function Body({ at, kind, label }: BlockBodyProps): ReactNode {
  switch (kind) {
    case 'text':
      return <TextBlock at={at} label={label} />;
    case 'image':
    case 'audio':
      return <MediaBlock at={at} kind={kind} label={label} />;
    case 'resource':
      return <ResourceBlock at={at} label={label} />;
    case 'resource_link':
      return <LinkBlock at={at} />;
    case 'search':
      return <SearchFields at={at} label={label} />;
    case 'unknown':
      return <Text tone="faint">{strings.unknownBlock}</Text>;
  }
}

/** The fields of a link to a resource. */
function LinkBlock({ at }: { at: KeyPath }) {
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
