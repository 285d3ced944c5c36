/** Keeps a log at its end while new rows arrive, until a person scrolls away from the end. */

/** The part of an element that this needs. */
export interface ScrollElement {
  /** A browser limits it to what the content allows, also when the content becomes shorter. */
  scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}

export interface EndFollower {
  /** Call for each scroll event, which comes later than the scroll itself. */
  onScroll(element: ScrollElement): void;
  onResize(element: ScrollElement): void;
  /** Call after the rows changed. @returns whether the element shows the end */
  onRows(element: ScrollElement): boolean;
  /** Scrolls to the end and follows it from now on. */
  toEnd(element: ScrollElement): void;
}

/** A scroll position this near to the end counts as the end. */
export const endSlack = 13;

/** @param isLog without it, nothing is followed */
export function createEndFollower(isLog: boolean): EndFollower {
  let isFollowing = isLog;
  /** The position after the last scroll: a smaller one before the next event is a person's scroll. */
  let lastTop = 0;

  function scrollToEnd(element: ScrollElement): void {
    element.scrollTop = element.scrollHeight;
    lastTop = element.scrollTop;
  }

  return {
    onScroll(element) {
      lastTop = element.scrollTop;
      isFollowing = isLog && isEnd(element);
    },
    onResize(element) {
      if (isFollowing) scrollToEnd(element);
    },
    onRows(element) {
      if (element.scrollTop < lastTop && !isEnd(element)) isFollowing = false;
      if (isFollowing) scrollToEnd(element);
      return isFollowing;
    },
    toEnd(element) {
      isFollowing = isLog;
      scrollToEnd(element);
    },
  };
}

function isEnd({ scrollTop, clientHeight, scrollHeight }: ScrollElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - endSlack;
}
