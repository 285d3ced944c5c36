import { ExternalLink, Share2 } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectApplication, ConnectState } from '../../store/state/dialogs.ts';
import styles from './OtherForms.module.css';

const ShareServerDialog = lazyView(() => import('../share/ShareServerDialog.tsx'));

interface OtherFormsProps {
  readonly connect: Extract<ConnectState, { status: 'open' }>;
  readonly application: ConnectApplication;
}

/** The same entry to add by hand: a snippet, a command, a link, a bundle. */
export function OtherForms({ connect, application }: OtherFormsProps) {
  return (
    <Fold title="Set up manually" of={application.name}>
      <Forms connect={connect} application={application} />
    </Fold>
  );
}

/** Rendered only while the fold is open. */
function Forms({ connect: { target, snippets }, application }: OtherFormsProps) {
  const { readSnippets } = useWorkbenchActions();
  const [isSharing, setSharing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: snippets depend on the target.
  useEffect(() => inBackground(readSnippets()), [target, readSnippets]);
  return (
    <>
      {snippets && <Form title={`${snippets.language.toUpperCase()} configuration`} text={snippets.snippet} />}
      {snippets?.shell && <Form title="Terminal command" text={snippets.shell} />}
      {snippets?.link && (
        <Row as="p" align="center" justify="between">
          <a href={snippets.link} className={styles.link}>
            <ExternalLink size={14} />
            {`Install link for ${application.name}`}
          </a>
          <CopyButton label="Copy the install link" text={snippets.link} />
        </Row>
      )}
      {application.id === 'claude-desktop' && (
        <Button onPress={() => setSharing(true)}>
          <Share2 size={14} />
          As a bundle (.mcpb)…
        </Button>
      )}
      <Suspense>
        {isSharing && <ShareServerDialog server={target.server} kind="bundle" onClose={() => setSharing(false)} />}
      </Suspense>
    </>
  );
}

function Form({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles.form}>
      <Row as="figcaption" align="center" justify="between" tone="soft" size="s">
        {title}
        <CopyButton label={`Copy: ${title}`} text={text} />
      </Row>
      <FramedText className={styles.text}>{text}</FramedText>
    </figure>
  );
}
