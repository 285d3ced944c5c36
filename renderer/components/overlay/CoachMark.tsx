import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { Row, Text } from '../layout/primitives.tsx';
import { type MarkPlace, placeMark, type Side } from '../text/place-mark.ts';
import styles from './CoachMark.module.css';

interface CoachMarkProps {
  readonly title: string;
  readonly text: string;
  /** Its number and the total. */
  readonly count: string;
  /** Selectors of the anchor; the first with a visible match wins. */
  readonly anchors: readonly string[];
  /** The preferred side of the anchor. */
  readonly side: Side;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** Explains a part of the window beside it, without blocking anything. Escape closes it. */
export function CoachMark({ title, text, count, anchors, side, actions, onClose }: CoachMarkProps) {
  const mark = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<MarkPlace>();
  const titleId = useId();

  useLayoutEffect(() => {
    const follow = () => {
      const anchor = anchors
        .flatMap((each) => [...document.querySelectorAll(each)])
        .find((each) => each.checkVisibility());
      if (!anchor || !mark.current) return;
      const { offsetWidth, offsetHeight } = mark.current;
      const next = placeMark(anchor.getBoundingClientRect(), { width: offsetWidth, height: offsetHeight }, side, {
        width: window.innerWidth,
        height: window.innerHeight,
      });
      setPlace((last) => (last && JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    follow();
    // The anchor may be drawn late, or move; checking twice a second is enough.
    const timer = setInterval(follow, 500);
    window.addEventListener('resize', follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', follow);
    };
  }, [anchors, side]);

  return (
    <section
      ref={mark}
      aria-labelledby={titleId}
      aria-live="polite"
      className={cx(styles.mark, place && styles[place.side])}
      style={place ? { left: place.left, top: place.top, ['--arrow' as string]: `${place.arrow}px` } : { opacity: 0 }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Text as="h2" id={titleId} size="l" weight="bold">
        {title}
      </Text>
      <p className={styles.text}>{text}</p>
      <Row align="center" gap={1}>
        <Text as="span" tone="faint" size="s" push="end">
          {count}
        </Text>
        {actions}
      </Row>
    </section>
  );
}
