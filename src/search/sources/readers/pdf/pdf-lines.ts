/** Joins the text items of a PDF page into lines in reading order, also in two columns. */

export interface Line {
  readonly text: string;
  /** Size of its largest letters in points. */
  readonly size: number;
  /** Distance of its beginning from the left edge of the page in points. */
  readonly x: number;
  /** Distance from the bottom of the page in points. */
  readonly y: number;
  /** 1-based. */
  readonly page: number;
}

interface Piece extends Line {
  /** Distance of its end from the left edge of the page in points. */
  readonly end: number;
}

/** The properties of a pdf.js text item that this file uses. */
interface TextItem {
  readonly str?: string;
  readonly transform?: readonly number[];
  readonly width?: number;
  readonly hasEOL?: boolean;
}

/** A side with fewer lines is a table or a figure, not a column. */
const minColumnLines = 8;

export function linesOf(items: readonly unknown[], page: number): readonly Line[] {
  const pieces = piecesOf(items as readonly TextItem[], page);
  const gutter = gutterOf(pieces);
  return gutter === undefined ? rejoinWords(pieces) : splitColumns(pieces, gutter);
}

/** Joins texts on one baseline that have no wide gap between them. */
function piecesOf(items: readonly TextItem[], page: number): Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  let size = 0;
  let x = 0;
  let y = 0;
  let right = 0;
  const end = () => {
    if (text.trim() !== '') pieces.push({ text: text.trim(), size, x, y, end: right, page });
    text = '';
    size = 0;
  };
  for (const { str = '', transform = [], width = 0, hasEOL } of items) {
    const [, , c = 0, d = 0, left = 0, baseline = 0] = transform;
    const height = Math.round(Math.hypot(c, d) * 2) / 2;
    const isBlank = str.trim() === '';
    const maxSize = Math.max(size, height);
    const isElsewhere = Math.abs(baseline - y) > maxSize || left - right > maxSize * 1.5 || left < x - maxSize;
    if (text !== '' && !isBlank && isElsewhere) end();
    if (!isBlank) {
      if (text.trim() === '') {
        x = left;
        text = '';
      }
      size = maxSize;
      y = baseline;
      right = left + width;
    }
    text += str;
    if (hasEOL) end();
  }
  end();
  return pieces;
}

/** Where two columns meet; undefined for a page of one column. */
function gutterOf(pieces: readonly Piece[]): number | undefined {
  if (pieces.length < 2 * minColumnLines) return undefined;
  const left = Math.min(...pieces.map(({ x }) => x));
  const right = Math.max(...pieces.map(({ end }) => end));
  const middle = (left + right) / 2;
  const isNear = ({ x }: Piece) => x > middle - (right - left) * 0.1 && x < middle + (right - left) * 0.15;
  const begins = pieces.filter(isNear).map(({ x }) => x);
  if (begins.length < minColumnLines) return undefined;
  const gutter = Math.min(...begins) - 1;
  const crossing = pieces.filter(({ x, end }) => x < gutter - 4 && end > gutter + 4);
  const onLeft = pieces.filter(({ end }) => end <= gutter + 4);
  const onRight = pieces.filter(({ x }) => x >= gutter - 4);
  // The cells of a table have few words; a column has full lines.
  const isFull = (side: readonly Piece[]) =>
    side.filter(({ x, end }) => end - x > (right - left) * 0.25).length >= Math.max(minColumnLines, side.length / 2);
  return crossing.length <= pieces.length * 0.15 && isFull(onLeft) && isFull(onRight) ? gutter : undefined;
}

/** Lines across both columns divide the page. Between them, the left column comes before the right one. */
function splitColumns(pieces: readonly Piece[], gutter: number): Line[] {
  const topDown = [...pieces].sort((a, b) => b.y - a.y || a.x - b.x);
  const lines: Line[] = [];
  let leftPieces: Piece[] = [];
  let right: Piece[] = [];
  const end = () => {
    lines.push(...rejoinWords(leftPieces), ...rejoinWords(right));
    leftPieces = [];
    right = [];
  };
  for (const piece of topDown) {
    if (piece.x >= gutter - 4) right.push(piece);
    else if (piece.end <= gutter + 4) leftPieces.push(piece);
    else {
      end();
      lines.push(piece);
    }
  }
  end();
  return lines;
}

/** Joins pieces that follow each other on one baseline, such as the cells of a table. */
function rejoinWords(pieces: readonly Piece[]): Line[] {
  const lines: Piece[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last && Math.abs(last.y - piece.y) < 2 && piece.x >= last.end)
      lines[lines.length - 1] = {
        ...last,
        text: `${last.text} ${piece.text}`,
        size: Math.max(last.size, piece.size),
        end: piece.end,
      };
    else lines.push(piece);
  }
  return lines;
}
