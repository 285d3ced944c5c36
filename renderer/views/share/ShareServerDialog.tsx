import { Download, GitBranch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { saveFile } from '../../components/text/save-file.ts';
import { inBackground } from '../../in-background.ts';
import type { PackagePlan, PublishedPlugin } from '../../store/servers/sharing.ts';
import { PackageView } from './PackageView.tsx';
import styles from './ShareServerDialog.module.css';
import { strings } from './strings.ts';
import { useSharing } from './useSharing.ts';

type Kind = PackagePlan['kind'];

const kinds = [
  { value: 'plugin', label: 'Plugin' },
  { value: 'bundle', label: 'Bundle for Claude Desktop' },
] as const;

type Outcome =
  | { readonly kind: 'saved'; readonly fileName: string }
  | { readonly kind: 'published'; readonly publication: PublishedPlugin }
  | { readonly kind: 'unpublished' }
  | { readonly kind: 'failed'; readonly message: string };

interface ShareServerDialogProps {
  readonly server: string;
  /** The kind that is shown first. */
  readonly kind?: Kind;
  readonly onClose: () => void;
}

/** A server as a package for other people: what is in it, how large it is, what it will need; then packs it. */
export default function ShareServerDialog({ server, kind: firstKind = 'plugin', onClose }: ShareServerDialogProps) {
  const sharing = useSharing();
  const [kind, setKind] = useState<Kind>(firstKind);
  const [plan, setPlan] = useState<PackagePlan | string>();
  const [isPacking, setPacking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isWanted = true;
    setPlan(undefined);
    inBackground(
      sharing
        .plan(server, kind)
        .catch(sentence)
        .then((next) => isWanted && setPlan(next)),
    );
    return () => {
      isWanted = false;
    };
  }, [sharing, server, kind]);
  const press = async (work: () => Promise<Outcome>) => {
    setPacking(true);
    setOutcome(await work().catch((error: unknown) => ({ kind: 'failed', message: sentence(error) }) as const));
    setPacking(false);
  };
  const save = () =>
    press(async () => {
      const { fileName, data } = await sharing.archive(server, kind);
      saveFile(fileName, data);
      return { kind: 'saved', fileName };
    });
  const publish = () => press(async () => ({ kind: 'published', publication: await sharing.publish(server) }));
  const unpublish = () =>
    press(async () => {
      await sharing.unpublish(server);
      return { kind: 'unpublished' };
    });
  const repository = typeof plan === 'object' ? plan.repository : undefined;
  const isReady = typeof plan === 'object' && !isPacking;
  return (
    <Modal
      isWide
      title={`Share ${server}`}
      onClose={onClose}
      footer={
        <>
          {kind === 'plugin' && repository !== undefined && (
            <Button isDisabled={!isReady} onPress={() => inBackground(publish())}>
              <GitBranch size={14} />
              Put it into the repository
            </Button>
          )}
          <Button variant="primary" isDisabled={!isReady} onPress={() => inBackground(save())}>
            <Download size={14} />
            {isPacking ? 'Packing…' : kind === 'plugin' ? 'Save the plugin (.zip)' : 'Save the bundle (.mcpb)'}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Row>
          <Segmented
            label="Kind of package"
            options={kinds}
            value={kind}
            onChange={(next) => {
              setOutcome(undefined);
              setKind(next);
            }}
          />
        </Row>
        <Text tone="soft">{strings.about[kind]}</Text>
        {outcome && <OutcomeNotice outcome={outcome} isDisabled={isPacking} onUndo={() => inBackground(unpublish())} />}
        {typeof plan === 'string' ? (
          <Notice tone="danger">{plan}</Notice>
        ) : plan ? (
          <>
            <PackageView plan={plan} />
            {kind === 'plugin' && (
              <Text tone="soft" size="s" breaks>
                {repository === undefined ? strings.noRepository : strings.intoRepository(repository)}
              </Text>
            )}
          </>
        ) : (
          <Text tone="faint" className={styles.waiting} aria-live="polite">
            Reading what it needs…
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

interface OutcomeProps {
  readonly outcome: Outcome;
  readonly isDisabled: boolean;
  readonly onUndo: () => void;
}

function OutcomeNotice({ outcome, isDisabled, onUndo }: OutcomeProps) {
  if (outcome.kind === 'failed') return <Notice tone="danger">{outcome.message}</Notice>;
  if (outcome.kind === 'saved') return <Notice tone="good">{strings.saved(outcome.fileName)}</Notice>;
  if (outcome.kind === 'unpublished') return <Notice tone="good">{strings.unpublished}</Notice>;
  const { folder, marketplace, notes } = outcome.publication;
  return (
    <Notice
      tone="good"
      actions={
        <Button isDisabled={isDisabled} onPress={onUndo}>
          Undo
        </Button>
      }
    >
      <Text breaks>{strings.published(folder, marketplace)}</Text>
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
    </Notice>
  );
}
