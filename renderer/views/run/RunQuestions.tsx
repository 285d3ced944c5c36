import { useEffect, useState } from 'react';
import { permissionWords } from '../../../src/model/permission-words.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import type { Run, RunOutcome, RunQuestion } from '../../store/state/run.ts';
import styles from './RunQuestions.module.css';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

/** What the agent of a run asks, until the person answers or the time is over. */
export function RunQuestions({ run: { id, runner, questions } }: { run: Run }) {
  if (id === undefined) return null;
  return questions.map((question) => <Question key={question.id} run={id} runner={runner} question={question} />);
}

interface QuestionProps {
  readonly run: string;
  readonly runner: string;
  readonly question: RunQuestion;
}

function Question({ run, runner, question }: QuestionProps) {
  const { id, kind, title, detail, options, untilMs } = question;
  const runs = useRuns();
  const [isAnswered, setAnswered] = useState(false);
  const answer = (option: string, forRun = false) => {
    setAnswered(true);
    inBackground(runs.decide(run, id, option, forRun));
  };
  const refusals = options.filter(({ isYes }) => !isYes);
  const [yes, ...otherOptions] = options.filter(({ isYes }) => isYes);
  return (
    <Notice tone="warning" title={`${runner} wants to ${permissionWords[kind]}: ${title}`}>
      <Stack gap={2}>
        {detail !== undefined && detail !== title && <FramedText className={styles.detail}>{detail}</FramedText>}
        <Row gap={2} wrap align="center">
          {(refusals.length > 0 ? refusals : [{ id: '', name: 'Refuse' }]).map((option) => (
            <Button key={option.id} variant="primary" isDisabled={isAnswered} onPress={() => answer(option.id)}>
              {option.name}
            </Button>
          ))}
          {[...(yes ? [yes] : []), ...otherOptions].map((option) => (
            <Button key={option.id} isDisabled={isAnswered} onPress={() => answer(option.id)}>
              {option.name}
            </Button>
          ))}
          {yes && (
            <Button isDisabled={isAnswered} onPress={() => answer(yes.id, true)}>
              Allow for this run
            </Button>
          )}
          <TimeLeft untilMs={untilMs} />
        </Row>
        <Text tone="soft" size="s">
          {yes
            ? `“Allow for this run” also allows this run’s other requests to ${permissionWords[kind]}. ${strings.nothingRemembered}`
            : strings.noYes}
        </Text>
      </Stack>
    </Notice>
  );
}

/** Counts down to the refusal. Assistive technology does not read it out at each change. */
function TimeLeft({ untilMs }: { untilMs: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((untilMs - now) / 1000));
  return (
    <Text as="span" role="timer" tone="soft" size="s" tabular>
      {`Refused in ${seconds} s`}
    </Text>
  );
}

type PastQuestion = NonNullable<RunOutcome['asked']>[number];

/** What the agent asked for in a run that has ended, and what it got. */
export function AskedList({ permissionRequests }: { permissionRequests: readonly PastQuestion[] }) {
  return (
    <ul aria-label="What it asked for" className={styles.asked}>
      {permissionRequests.map((permissionRequest, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an agent may ask for the same twice.
        <li key={index}>{sentenceOf(permissionRequest)}</li>
      ))}
    </ul>
  );
}

function sentenceOf({ kind, title, isAllowed, by }: PastQuestion): string {
  return `Wanted to ${permissionWords[kind]} (${title}): ${answers[by][isAllowed ? 'yes' : 'no']}.`;
}

const answers = {
  person: { yes: 'you allowed it', no: 'you refused it' },
  setting: { yes: 'allowed for the run', no: 'refused' },
  time: { yes: 'allowed', no: 'refused, because you did not answer' },
} as const;
