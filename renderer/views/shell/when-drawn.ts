/** How many frames to wait for an element: its component may have to load first. */
const maxFrames = 120;

/**
 * Waits for the next frame, and then until an element is drawn.
 * @param isHere false once the person has gone elsewhere
 * @returns undefined if the person has gone elsewhere, or the element does not come
 */
export async function whenDrawn<E extends Element>(
  find: () => E | null | undefined,
  isHere: () => boolean,
): Promise<E | undefined> {
  for (let frame = 0; frame < maxFrames; frame += 1) {
    await new Promise(requestAnimationFrame);
    if (!isHere()) return undefined;
    const element = find();
    if (element) return element;
  }
  return undefined;
}
