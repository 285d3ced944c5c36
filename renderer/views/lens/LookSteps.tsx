import type { ReactNode } from 'react';
import type { LensLook } from '../../../src/contract/contract.ts';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import type { Message } from '../../components/text/content-block.ts';
import { counted } from '../../components/text/counted.ts';
import { MessageList } from '../../components/text/MessageList.tsx';
import { LineEditor } from './LineEditor.tsx';
import styles from './LookSteps.module.css';
import { ReadByModel } from './ReadByModel.tsx';
import { SentValues } from './SentValues.tsx';

interface LookStepsProps {
  readonly look: LensLook;
  /** Of the client application. */
  readonly name: string;
  /** The declared arguments in order. */
  readonly names: readonly string[];
}

/** The way of the prompt, step by step as far as it goes. */
export function LookSteps({ look, name, names }: LookStepsProps) {
  const { line, sent, joined, answer, read, assumed } = look;
  return (
    <Stack as="ol" gap={4}>
      {assumed && (
        <Text as="li" tone="faint" size="s">
          No value is given yet, so these are examples.
        </Text>
      )}
      {line && (
        <Step title="Typed">
          <LineEditor line={line} names={names} />
        </Step>
      )}
      {sent && (
        <Step title={line ? 'Sent' : 'Entered in a form, and sent'}>
          <SentValues sent={sent} joined={joined} names={names} />
        </Step>
      )}
      {answer && (
        <Step title="Comes back">
          <Fold title={counted(answer.length, 'message')} of="What comes back">
            <MessageList messages={answer as unknown as readonly Message[]} names={names} lit={undefined} />
          </Fold>
        </Step>
      )}
      {read && (
        <Step title="Read by the model">
          <ReadByModel pieces={read} name={name} />
        </Step>
      )}
    </Stack>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <Text as="h4" tone="soft" size="s" weight="medium">
        {title}
      </Text>
      {children}
    </li>
  );
}
