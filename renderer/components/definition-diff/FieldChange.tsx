import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { formatCount } from '../../../src/base/text/format-count.ts';
import type { FieldDiff } from '../../../src/model/diff/definition-diff.ts';
import { cx } from '../cx.ts';
import { Row, Stack, Text } from '../layout/primitives.tsx';
import styles from './DefinitionDiffView.module.css';
import { type WordPart, wordDiff } from './word-diff.ts';

/** One changed text with its removed and added words, or an added or removed text. */
export function FieldChange({ field: { label, before, after } }: { field: FieldDiff }) {
  const parts = useMemo(() => wordDiff(before ?? '', after ?? ''), [before, after]);
  const word = before === undefined ? 'added' : after === undefined ? 'removed' : undefined;
  return (
    <Stack gap="2px">
      <Row align="baseline" gap={2} tone="soft" size="s" weight="medium">
        {label}
        {word && (
          <Text as="span" tone="faint" size="xs" weight="regular">
            {word}
          </Text>
        )}
      </Row>
      <p className={styles.text}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity than its place.
          <Part key={index} part={part} />
        ))}
      </p>
    </Stack>
  );
}

function Part({ part: { kind, text } }: { part: WordPart }) {
  const [isOpen, setOpen] = useState(false);
  switch (kind) {
    case 'added':
      return <ins>{visible(text)}</ins>;
    case 'removed':
      return <del>{visible(text)}</del>;
    case 'left out':
      if (isOpen) return text;
      return (
        <Button className={cx(styles.more)} onPress={() => setOpen(true)}>
          {`⋯ ${formatCount(text.length, 'character')} unchanged ⋯`}
        </Button>
      );
    default:
      return text;
  }
}

/** Makes an added or removed line break visible. */
function visible(text: string): string {
  return /^\s*\n\s*$/.test(text) ? text.replaceAll('\n', '↵\n') : text;
}
