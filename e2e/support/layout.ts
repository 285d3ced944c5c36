import type { Page } from '@playwright/test';

/**
 * The controls of the page that a person can't use because of the layout: those without a size, cut off where nothing
 * scrolls, covered by something else, or with a label that is cut without an ellipsis; the tabs of the preview that have
 * to be scrolled into sight; and texts that are cut after a letter or two. Each is one line. Scrolls the page's panes.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The panes adapt to a new window size one frame later.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);

    const roles = [
      'button',
      'checkbox',
      'combobox',
      'link',
      'menuitem',
      'option',
      'radio',
      'slider',
      'switch',
      'tab',
      'textbox',
    ];
    const selector = `a[href], button, input, select, textarea, summary, ${roles.map((role) => `[role="${role}"]`)}`;
    const tolerancePx = 1;

    const nameOf = (element: Element) => {
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      return `${element.getAttribute('role') ?? element.localName} "${text.slice(0, 40)}"`;
    };

    function* ancestorsOf(element: Element): Generator<HTMLElement> {
      for (let index = element.parentElement; index; index = index.parentElement) yield index;
    }

    /** Whether it is a native control of 1 px behind a custom one, or text for screen readers. */
    const isVisuallyHidden = (element: Element) =>
      [element, ...ancestorsOf(element)].slice(0, 3).some((ancestor) => {
        const { clipPath, clip, position } = getComputedStyle(ancestor);
        return clipPath === 'inset(50%)' || (position === 'absolute' && clip !== 'auto');
      });

    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [inert]') &&
      !isVisuallyHidden(element);

    /** The element that cuts off a part of a control which cannot be scrolled into view. */
    function cutterOf(element: HTMLElement): string | undefined {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      let isFixed = getComputedStyle(element).position === 'fixed';
      for (const ancestor of ancestorsOf(element)) {
        if (isFixed) break;
        const { overflowX, overflowY, position } = getComputedStyle(ancestor);
        isFixed = position === 'fixed';
        const box = ancestor.getBoundingClientRect();
        const cutsX = left < box.left - tolerancePx || right > box.right + tolerancePx;
        const cutsY = top < box.top - tolerancePx || bottom > box.bottom + tolerancePx;
        if ((overflowX === 'hidden' || overflowX === 'clip') && cutsX) return nameOf(ancestor);
        if ((overflowY === 'hidden' || overflowY === 'clip') && cutsY) return nameOf(ancestor);
        // A scroll container can show any part of its content, so only its own box matters further out.
        if (overflowX === 'auto' || overflowX === 'scroll')
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY === 'auto' || overflowY === 'scroll')
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      const isOutside =
        left < -tolerancePx ||
        top < -tolerancePx ||
        right > innerWidth + tolerancePx ||
        bottom > innerHeight + tolerancePx;
      return isOutside ? 'the window' : undefined;
    }

    function coverOf(element: HTMLElement): string | undefined {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // The middle of a long text may be scrolled away.
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return undefined;
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit.contains(element) || element.contains(hit)) return undefined;
      const label = hit.closest('label');
      if (label?.contains(element) || label?.htmlFor === element.id) return undefined;
      return nameOf(hit);
    }

    const isCutText = (element: Element) => {
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const clips = overflowX === 'hidden' || overflowX === 'clip';
      return (
        hasText &&
        !isVisuallyHidden(element) &&
        display !== 'inline' &&
        clips &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + tolerancePx
      );
    };

    /** Whether a text ends in an ellipsis after a letter or two, and so says nothing. */
    const isCutToNothing = (element: HTMLElement) =>
      element.clientWidth > 0 &&
      element.clientWidth < 24 &&
      element.scrollWidth > element.clientWidth + tolerancePx &&
      getComputedStyle(element).textOverflow === 'ellipsis' &&
      isShown(element);

    const faults = new Set<string>();
    for (const text of document.querySelectorAll<HTMLElement>('h2, h3, p, span, code, div'))
      if (isCutToNothing(text)) faults.add(`"${text.textContent}" is cut after a letter or two`);
    for (const tabs of document.querySelectorAll('[data-pane="preview"] [role="tablist"]'))
      if (tabs.scrollWidth > tabs.clientWidth + tolerancePx) faults.add(`${nameOf(tabs)} has tabs out of sight`);
    if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways');
    for (const control of document.querySelectorAll<HTMLElement>(selector)) {
      if (!isShown(control)) continue;
      const { width, height } = control.getBoundingClientRect();
      if (width < 1 || height < 1) {
        faults.add(`${nameOf(control)} has no size`);
        continue;
      }
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const cutter = cutterOf(control);
      if (cutter !== undefined) faults.add(`${nameOf(control)} is cut off by ${cutter}`);
      const cover = coverOf(control);
      if (cover !== undefined) faults.add(`${nameOf(control)} is under ${cover}`);
      if (control.isContentEditable || control.localName === 'input' || control.localName === 'textarea') continue;
      if ([control, ...control.querySelectorAll('*')].some(isCutText)) faults.add(`${nameOf(control)} has a cut label`);
    }
    return [...faults];
  });
}
