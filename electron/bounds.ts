/** Remembers the window's position, size and theme. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { readJsonFileSync } from '../src/files/json-file.ts';

const bounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
  maximized: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']).catch('system').default('system'),
});

export type WindowBounds = z.output<typeof bounds>;

/** Device-independent pixels, as Electron's `screen` counts them. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The remembered bounds; undefined if they are missing or damaged, or their screen is gone. */
export function readBounds(file: string, screens: readonly Area[]): WindowBounds | undefined {
  const result = readJsonFileSync(file, bounds);
  return result.kind === 'valid' && canBeGrabbed(result.value, screens) ? result.value : undefined;
}

/** The distance between the corners of two windows, so that both title bars can be grabbed. */
const offset = 28;

/** The bounds of a new window beside another one; undefined if no screen has room for its title bar there. */
export function boundsBeside(
  { x, y, width, height }: Area,
  screens: readonly Area[],
): Omit<WindowBounds, 'theme'> | undefined {
  const bounds = { x: x + offset, y: y + offset, width, height, maximized: false };
  return canBeGrabbed(bounds, screens) ? bounds : undefined;
}

/** Writes the bounds. Synchronous, because a closing window does not wait. A failure is ignored. */
export function writeBounds(file: string, value: WindowBounds): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.tmp`, JSON.stringify(value));
    renameSync(`${file}.tmp`, file);
  } catch {
    return;
  }
}

/** Enough of the title bar must be on some screen to drag it. */
function canBeGrabbed(window: Area, screens: readonly Area[]): boolean {
  const titleBar = { x: window.x, y: window.y, width: window.width, height: 30 };
  return screens.some((screen) => {
    const width = Math.min(titleBar.x + titleBar.width, screen.x + screen.width) - Math.max(titleBar.x, screen.x);
    const height = Math.min(titleBar.y + titleBar.height, screen.y + screen.height) - Math.max(titleBar.y, screen.y);
    return width >= 100 && height >= 15;
  });
}
