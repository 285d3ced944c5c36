import { Check, Plus } from 'lucide-react';
import { ListBoxItem } from 'react-aria-components/ListBox';
import type { CatalogueEntry } from '../../../../src/contract/contract.ts';
import { cx } from '../../../components/cx.ts';
import { Row, Text } from '../../../components/layout/primitives.tsx';
import { SeverityIcon } from '../../../components/status/SeverityIcon.tsx';
import { ArgumentChips } from '../list/ArgumentChips.tsx';
import styles from './CatalogueOption.module.css';
import { type Offer, searchText } from './offers.ts';

interface CatalogueOptionProps {
  readonly entry: CatalogueEntry;
  readonly offer: Offer;
}

/** One prompt or tool of the catalogue: its names, its description, and the servers that list it. */
export function CatalogueOption({ entry, offer }: CatalogueOptionProps) {
  const { catalogueName, name, title, description, builtin, listedBy } = entry;
  const isListed = offer.kind === 'listed';
  return (
    <ListBoxItem id={catalogueName} textValue={searchText(entry)} isDisabled={isListed} className={cx(styles.option)}>
      <div className={styles.texts}>
        <Row as="p" align="baseline" wrap rowGap={0} gap={2}>
          <span className={styles.name}>{catalogueName}</span>
          {builtin && <span className={styles.builtin}>built in</span>}
          {title && (
            <Text as="span" tone="soft">
              {title}
            </Text>
          )}
        </Row>
        <Text tone="soft" size="s">
          {description ?? 'No description.'}
        </Text>
        <Text tone="faint" size="xs">
          Clients call it <code>{name}</code>
          {listedBy.length > 0 && ` · listed by ${listedBy.join(', ')}`}
        </Text>
        {offer.kind === 'clash' && (
          <p className={styles.clash}>
            <SeverityIcon severity="warning" />
            {offer.message}
          </p>
        )}
      </div>
      <ArgumentChips arguments={entry.arguments} />
      <span className={styles.state}>
        {isListed ? (
          <>
            <Check size={14} /> In this list
          </>
        ) : (
          <>
            <Plus size={14} /> {offer.kind === 'clash' ? 'Add anyway' : 'Add'}
          </>
        )}
      </span>
    </ListBoxItem>
  );
}
