import type { KeyPath } from '../../../../src/model/definitions.ts';
import { defaultBudget } from '../../../../src/model/search.ts';
import { textOfBlock } from '../../../store/blocks.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { TextSource, TextSwitch } from '../text/TextSource.tsx';
import fields from './fields.module.css';
import { ListField } from './ListField.tsx';
import { NumberField } from './NumberField.tsx';

interface SearchFieldsProps {
  readonly at: KeyPath;
  readonly label: string;
}

/** The fields of a search, as a block or as all of a prompt's content. */
export default function SearchFields({ at, label }: SearchFieldsProps) {
  const queryAt = [...at, 'Query'];
  const form = textOfBlock(
    useWorkbench((state) => valueIn(state, queryAt)),
    queryAt,
  ) ?? { at: queryAt, textAt: queryAt, isTemplate: false };
  return (
    <div className={fields.stack}>
      <ListField at={[...at, 'Sources']} label="Sources" placeholder="Names of sources, separated by commas" />
      <div className={fields.head}>
        <span className={fields.label}>Query</span>
        <TextSwitch form={form} label={`${label} query`} />
      </div>
      <TextSource form={form} label={`${label} query`} />
      <NumberField at={[...at, 'Budget']} label="Budget" placeholder={`${defaultBudget} tokens of results`} />
    </div>
  );
}
