import type { ReactNode } from 'react';
import { cx } from '../../components/cx.ts';
import { PaneBar } from '../../components/layout/PaneBar.tsx';
import { Truncate } from '../../components/layout/primitives.tsx';
import frame from './DefinitionFrame.module.css';

interface ReadOnlyPageProps {
  readonly name: string;
  /** Beside the name: `built in`. */
  readonly origin: string;
  /** Shown at the right end of the header. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page without a file in the workspace, with the header and the body of the pages that have one. */
export function ReadOnlyPage({ name, origin, actions, children }: ReadOnlyPageProps) {
  return (
    <div className={frame.frame}>
      <PaneBar>
        <div className={cx(frame.title, frame.readOnly)}>
          <h2 title={name}>{name}</h2>
          <Truncate tone="faint" size="xs" fixed>
            {origin}
          </Truncate>
        </div>
        {actions}
      </PaneBar>
      <div className={frame.body}>{children}</div>
    </div>
  );
}
