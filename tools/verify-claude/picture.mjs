/** Takes the picture of the form in docs/screenshots: Chromium draws the screen of the terminal. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../chromium.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const file = join(root, 'docs', 'screenshots', 'form-in-claude-code.png');

/** @param {string} screen of the terminal, with its colours */
export async function takePicture(screen) {
  const lines = screen.split('\n');
  const firstLine = lines.findIndex((line) => line.includes('/mcp__'));
  const last = lines.findIndex((line) => line.includes('Esc to cancel'));
  const font = await readFile(
    join(root, 'node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
    'base64',
  );
  const browser = await chromium.launch({ executablePath: await ensureChromium() });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 600 }, deviceScaleFactor: 1.5 });
    await page.setContent(`<style>
      @font-face { font-family: Terminal; src: url(data:font/woff2;base64,${font}); font-weight: 100 800; }
      body { margin: 0; }
      pre { margin: 0; padding: 14px 18px; width: 82ch; font: 14px/1.45 Terminal, 'DejaVu Sans Mono', monospace;
        font-feature-settings: 'calt' 0;
        color: #e6e6e6; background: #16181d; }
      b { font-weight: 700; }
    </style><pre>${lines
      .slice(firstLine, last + 1)
      .filter((line, index, all) => !/─{40}/.test(line) && (line.trim() !== '' || all[index - 1]?.trim() !== ''))
      .map(renderLine)
      .join('\n')}</pre>`);
    await page.evaluate(() => document.fonts.ready);
    await page.locator('pre').screenshot({ path: file });
  } finally {
    await browser.close();
  }
  console.log(`The picture of the form is in ${file}.`);
}

/** Renders a line with escape sequences of colours (ECMA-48, SGR) as HTML. @param {string} line */
function renderLine(line) {
  let style = {};
  let html = '';
  for (const piece of `m${line}`.split('\x1b[')) {
    const end = piece.indexOf('m');
    style = applyCodes(style, piece.slice(0, end).split(';').map(Number));
    const text = piece.slice(end + 1);
    if (text === '') continue;
    const escapedText = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const { color, isBold, isDim } = style;
    const css = [color && `color: ${color}`, isBold && 'font-weight: 700', isDim && 'opacity: 0.65'].filter(Boolean);
    html += css.length > 0 ? `<span style="${css.join('; ')}">${escapedText}</span>` : escapedText;
  }
  return html;
}

const basicColours = ['#3b3f46', '#f07178', '#a5d68a', '#e8c37c', '#8ab4f8', '#c9a0f0', '#7fd0d4', '#e6e6e6'];

/** @param {{ color?: string, isBold?: boolean, isDim?: boolean }} style @param {number[]} codes */
function applyCodes(style, codes) {
  const next = { ...style };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    if (code === 0) return applyCodes({}, codes.slice(at + 1));
    if (code === 1) next.isBold = true;
    else if (code === 2) next.isDim = true;
    else if (code === 22) next.isBold = next.isDim = false;
    else if (code === 39) next.color = undefined;
    else if (code >= 30 && code <= 37) next.color = basicColours[code - 30];
    else if (code >= 90 && code <= 97) next.color = basicColours[code - 90];
    else if (code === 38 && codes[at + 1] === 2) {
      next.color = `rgb(${codes.slice(at + 2, at + 5).join(' ')})`;
      at += 4;
    } else if (code === 38 && codes[at + 1] === 5) {
      next.color = paletteColour(codes[at + 2]);
      at += 2;
    } else if (code === 48) at += codes[at + 1] === 2 ? 4 : 2;
  }
  return next;
}

/** One of the terminal's 256 colours: 16 basic ones, a cube of 216, 24 greys. @param {number} index */
function paletteColour(index) {
  if (index < 16) return basicColours[index % 8];
  const grey = 8 + (index - 232) * 10;
  if (index >= 232) return `rgb(${grey} ${grey} ${grey})`;
  const part = (/** @type {number} */ value) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(part).join(' ')})`;
}
