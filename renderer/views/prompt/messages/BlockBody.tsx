import type { ReactNode } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { FieldProblems } from '../../../components/controls/FieldProblems.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import type { BlockKind } from '../../../store/content/blocks.ts';
import { strings } from '../strings.ts';
import { useOtherProblems } from '../useOtherProblems.ts';
import { Annotations } from './Annotations.tsx';
import { LinkBlock } from './LinkBlock.tsx';
import { MediaBlock } from './media/MediaBlock.tsx';
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
  const problems = useOtherProblems(at, fieldsOf[kind]);
  return (
    <>
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
