import { useEffect, useRef } from 'react';
import { isSameData } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { cx } from '../../components/cx.ts';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { OpenPage, SourcePage } from '../../store/state/searches.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './SourcePageDialog.module.css';

const selector = ({ searches }: WorkbenchState) => ({ open: searches.page });

/** A page of a source from its index, scrolled to the chosen passage. */
export default function SourcePageDialog() {
  const { open } = useWorkbench(selector);
  const { closePage } = useWorkbenchActions();
  if (!open) return null;
  const { content, source, location } = open;
  const page = content.status === 'loaded' ? content.page : undefined;
  return (
    <Modal
      title={page?.title ?? location}
      isWide
      onClose={closePage}
      footer={
        <>
          {page?.address && <CopyButton label={`Copy the address ${page.address}`} text={page.address} />}
          <Button variant="primary" onPress={closePage}>
            Close
          </Button>
        </>
      }
    >
      <Text tone="faint" size="s" breaks>
        {[source, page?.address ?? location].join(' · ')}
      </Text>
      {content.status === 'loading' && (
        <Text tone="faint" size="s" breaks>
          Reading the page…
        </Text>
      )}
      {content.status === 'failed' && <Notice tone="danger">{content.message}</Notice>}
      {page && <Passages page={page} headings={open.headings} />}
    </Modal>
  );
}

function Passages({ page, headings: wantedHeadings }: { page: SourcePage; headings: OpenPage['headings'] }) {
  const foundRef = useRef<HTMLElement>(null);
  useEffect(() => {
    foundRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Stack gap={3}>
      {page.passages.map(({ headings, text, line, anchor }, index) => {
        const isWanted = isSameData(headings, wantedHeadings);
        return (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: two passages of a page can be identical.
            key={index}
            ref={isWanted ? foundRef : undefined}
            aria-current={isWanted ? 'true' : undefined}
            className={cx(styles.passage, isWanted && styles.wanted)}
          >
            {headings.length > 0 && (
              <Text as="h3" size="m" weight="bold">
                {headings.join(' › ')}
              </Text>
            )}
            {(line !== undefined || anchor !== undefined) && (
              <span className={styles.line}>
                {[line !== undefined && `line ${line}`, anchor !== undefined && anchor !== `L${line}` && `#${anchor}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
            <pre className={styles.text}>{text}</pre>
          </section>
        );
      })}
    </Stack>
  );
}
