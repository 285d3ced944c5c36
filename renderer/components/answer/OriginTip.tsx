import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { textClass } from '../layout/text-class.ts';
import styles from './OriginTip.module.css';

interface OriginTipProps {
  /** Called with the origin under the pointer, or undefined. */
  readonly onHighlight: (key: string | undefined) => void;
  readonly children: ReactNode;
}

interface Tip {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Names the origin of the characters under the pointer or with the focus. */
export function OriginTip({ onHighlight, children }: OriginTipProps) {
  const [tip, setTip] = useState<Tip>();
  const show = (target: EventTarget, at?: { clientX: number }) => {
    const run = target instanceof Element ? target.closest<HTMLElement>('[data-origin]') : null;
    if (!run) return hide();
    const { origin, originName = '' } = run.dataset;
    // The line under the pointer: a run may span several.
    const lines = [...run.getClientRects()];
    const line = lines[0];
    if (!line) return hide();
    setTip({ name: originName, x: at?.clientX ?? line.left + line.width / 2, y: line.top });
    onHighlight(origin);
  };
  const hide = () => {
    setTip(undefined);
    onHighlight(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the pointer inside.
    <div
      className={textClass({ shrink: true })}
      onPointerOver={(event) => show(event.target, event)}
      onPointerLeave={hide}
      onFocus={(event) => show(event.target)}
      onBlur={hide}
    >
      {children}
      {tip &&
        createPortal(
          <div role="tooltip" className={styles.tip} style={{ left: tip.x, top: tip.y }}>
            {tip.name}
          </div>,
          document.body,
        )}
    </div>
  );
}
