import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { ListName } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Text, Truncate } from '../../components/layout/primitives.tsx';
import { TagChips } from '../../components/text/TagChips.tsx';
import {
  detailsAt,
  hasDetailProblem,
  iconsIn,
  tagsIn,
  type Details as Written,
} from '../../store/definition/details.ts';
import type { Json } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { DetailFields } from './DetailFields.tsx';
import styles from './Details.module.css';

interface DetailsProps {
  readonly at: KeyPath;
  readonly list: ListName;
}

/**
 * The name, title, description, icons, tags and skill of a prompt or tool. One line while closed: the content is the reason to
 * open the page. A missing description, a problem and an undo in one of the fields open it.
 */
export function Details({ at, list }: DetailsProps) {
  const { state, actions } = useWorkbenchStore();
  const details = useWorkbench((now) => detailsAt(now, at));
  const hasProblems = useWorkbench((now) => hasDetailProblem(now, at));
  const isWanted = useWorkbench(({ shell }) => shell.wantsDetails);
  const [isOpen, setOpen] = useState(
    () => state.getState().shell.showsDetails || hasProblems || !details.Name || !details.Description,
  );
  const fieldsId = useId();

  useEffect(() => {
    if (isWanted) actions.detailsRequested();
    if (isWanted || hasProblems) setOpen(true);
  }, [isWanted, hasProblems, actions]);

  useEffect(() => {
    const read = (now: WorkbenchState) => JSON.stringify(detailsAt(now, at));
    return state.subscribe((now, before) => {
      if (now.definition === before.definition || !now.nextSteps?.isUnderWay) return;
      if (before.definition.status === 'open' && read(now) !== read(before)) setOpen(true);
    });
  }, [state, at]);

  const toggle = () => {
    actions.showDetails(!isOpen);
    setOpen(!isOpen);
  };
  return (
    <section aria-label="Details" data-details className={styles.details}>
      <div className={styles.line}>
        {isOpen ? (
          <Text as="h3" size="m" weight="bold" grow>
            Details
          </Text>
        ) : (
          <Summary {...details} />
        )}
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          {...(isOpen ? { 'aria-controls': fieldsId } : {})}
          onPress={toggle}
        >
          {isOpen ? 'Close details' : 'Edit details'}
          <ChevronRight size={13} className={cx(styles.chevron, isOpen && styles.turned)} />
        </Button>
      </div>
      {isOpen && (
        <div id={fieldsId} className={styles.fields}>
          <DetailFields at={at} list={list} />
        </div>
      )}
    </section>
  );
}

function Summary({ Title, Description, Icons, Tags, Skill }: Written) {
  const title = textOf(Title);
  const description = textOf(Description);
  const icons = iconsIn(Icons);
  const picture = icons.find((src) => /^data:image\//i.test(src));
  return (
    <div className={styles.summary}>
      {picture !== undefined && (
        <img src={picture} alt="" className={styles.picture} onError={(event) => event.currentTarget.remove()} />
      )}
      {title && (
        <Truncate weight="medium" title={title} className={styles.title}>
          {title}
        </Truncate>
      )}
      <Truncate tone="faint" title={description} grow>
        {description || 'No description'}
      </Truncate>
      {icons.length > 0 && picture === undefined && (
        <Text as="span" tone="faint" size="xs" fixed>
          {formatCount(icons.length, 'icon')}
        </Text>
      )}
      {Boolean(Skill) && (
        <Text as="span" tone="faint" size="xs" fixed>
          skill
        </Text>
      )}
      <TagChips tags={tagsIn(Tags)} />
    </div>
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}
