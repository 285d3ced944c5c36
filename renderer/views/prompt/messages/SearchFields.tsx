import type { ReactNode } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { textOfBlock } from '../../../store/content/blocks.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { strings } from '../strings.ts';
import { TextEditor, TextSwitch } from '../text/TextEditor.tsx';
import { BudgetField } from './BudgetField.tsx';
import { SourcesField } from './SourcesField.tsx';

interface SearchFieldsProps {
  readonly at: KeyPath;
  readonly label: string;
  /** What is said or chosen below the fields; by default what clients of prompts get. */
  readonly below?: ReactNode;
}

/** The fields of a search, as a block or as a prompt's whole content. */
export default function SearchFields({ at, label, below }: SearchFieldsProps) {
  const queryAt = [...at, 'Query'];
  const form = textOfBlock(
    useWorkbench((state) => valueIn(state, queryAt)),
    queryAt,
  ) ?? { at: queryAt, textAt: queryAt, isTemplate: false };
  return (
    <Stack gap={2}>
      <SourcesField at={[...at, 'Sources']} />
      <Row align="center" justify="between" gap={2}>
        <Text as="span" tone="soft" size="s" weight="medium">
          Query
        </Text>
        <TextSwitch form={form} label={`${label} query`} />
      </Row>
      <TextEditor form={form} label={`${label} query`} />
      <BudgetField at={[...at, 'Budget']} />
      {below ?? (
        <Text tone="faint" size="s">
          {strings.aboutSearch}
        </Text>
      )}
    </Stack>
  );
}
