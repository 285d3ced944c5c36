import { showHidden } from '../../../../src/base/text/visible-text.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Row, Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectCutArgument } from '../../../store/arguments/cut-argument.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';

/** Says which argument loses words in Claude Code, with the fix. */
export function CutArgumentNote() {
  const cutArgument = useWorkbench(selectCutArgument);
  const { edit, flush } = useWorkbenchActions();
  if (!cutArgument) return null;
  const name = showHidden(cutArgument.name);
  const apply = () => {
    for (const { at, after } of cutArgument.edits) edit(at, after);
    inBackground(flush());
  };
  return (
    <Row align="center" wrap gap={2} rowGap={0}>
      <Text as="span" tone="soft" size="s">
        {cutArgument.fix === 'rest'
          ? `In Claude Code, ${name} gets only one word.`
          : `In Claude Code, only the last argument can have several words: ${name} gets only its first one.`}
      </Text>
      {cutArgument.fix !== 'none' && (
        <Button variant="quiet" onPress={apply}>
          {cutArgument.fix === 'rest' ? `Let ${name} take the rest of the line` : `Ask for ${name} in a form`}
        </Button>
      )}
    </Row>
  );
}
