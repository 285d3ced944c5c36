import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import type { ComparedSample } from '../../store/servers/sharing.ts';
import styles from './SurfaceTable.module.css';
import { strings } from './strings.ts';
import { useSharing } from './useSharing.ts';

type SurfaceReading = ComparedSample['readings'][number];

const names: Readonly<Record<SurfaceReading['surface'], string>> = {
  prompt: 'Prompt',
  tool: 'Tool',
  skill: 'Skill',
  installed: 'Installed',
  plugin: 'Plugin',
  bundle: 'Bundle',
};

/** What the prompts of a server say on every surface, for the same values. Compares when a person asks for it. */
export default function SurfaceTable({ server }: { server: ServerSummary }) {
  const sharing = useSharing();
  const [comparison, setComparison] = useState<readonly ComparedSample[] | string>();
  const [isComparing, setComparing] = useState(false);
  const compare = async () => {
    setComparing(true);
    setComparison(await sharing.compare(server.name).catch(sentence));
    setComparing(false);
  };
  return (
    <Section
      title="On every surface"
      aside={
        <Button variant="quiet" isPending={isComparing} onPress={() => inBackground(compare())}>
          {isComparing ? 'Comparing…' : comparison === undefined ? 'Compare' : 'Compare again'}
        </Button>
      }
    >
      <Text tone="soft" size="s">
        {strings.aboutSurfaces}
      </Text>
      {typeof comparison === 'string' && <Notice tone="danger">{comparison}</Notice>}
      {typeof comparison === 'object' && comparison.length === 0 && <Text tone="faint">{strings.noPrompts}</Text>}
      {typeof comparison === 'object' &&
        comparison.map((sample) => (
          <Sample key={`${sample.kind} ${sample.name} ${sample.sample ?? ''}`} comparison={sample} />
        ))}
    </Section>
  );
}

function Sample({ comparison: { kind, name, sample, readings } }: { comparison: ComparedSample }) {
  const what = kind === 'skill' ? strings.skillAlone(name) : name;
  const [open, setOpen] = useState<SurfaceReading['surface']>();
  const openReading = readings.find(({ surface }) => surface === open);
  return (
    <div className={styles.sample}>
      <Text weight="medium">{sample === undefined ? what : `${what} (${showHidden(sample)})`}</Text>
      <ul className={styles.readings} aria-label={`Surfaces of ${name}`}>
        {readings.map((surfaceReading, index) => (
          <li key={surfaceReading.surface}>
            <button
              type="button"
              className={styles.reading}
              aria-expanded={open === surfaceReading.surface}
              disabled={surfaceReading.text === undefined}
              onClick={() => setOpen(open === surfaceReading.surface ? undefined : surfaceReading.surface)}
            >
              <span className={styles.surface}>{names[surfaceReading.surface]}</span>
              <span className={styles[stateOf(surfaceReading)]}>{wordsOf(surfaceReading, index === 0)}</span>
              {surfaceReading.text !== undefined && <ChevronRight size={14} />}
            </button>
          </li>
        ))}
      </ul>
      {openReading?.text !== undefined && <FramedText className={styles.text}>{openReading.text}</FramedText>}
    </div>
  );
}

function stateOf({ differences, absent }: SurfaceReading): 'same' | 'differs' | 'absent' {
  if (absent !== undefined) return 'absent';
  return differences.length === 0 ? 'same' : 'differs';
}

function wordsOf({ text = '', differences, absent }: SurfaceReading, isFirst: boolean): string {
  if (absent !== undefined) return showHidden(absent);
  if (isFirst) return showHidden(text.trim().split('\n', 1)[0] ?? '');
  return differences.length === 0 ? strings.same : differences.map(showHidden).join('; ');
}
