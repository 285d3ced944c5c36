export interface PdfLine {
  readonly size: number;
  /** Points from the bottom. */
  readonly y: number;
  /** Points from the left edge; 72 by default. */
  readonly x?: number;
  readonly text: string;
}

interface SmallPdf {
  /** The lines of each page in Helvetica, in the order of the file. */
  readonly pages: readonly (readonly PdfLine[])[];
  /** Sections that begin at the top of a page; `page` is 1-based. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[];
}

/** A PDF written by hand. */
export function smallPdf({ pages, outline = [] }: SmallPdf): Uint8Array {
  // 1 catalogue, 2 pages, 3 font, 4 outline, then its items, then each page with its content.
  const firstPage = 5 + outline.length;
  const pageNumber = (index: number) => firstPage + 2 * index;
  const items = outline.map(({ title, page }, index) => {
    const next = index + 1 < outline.length ? ` /Next ${6 + index} 0 R` : '';
    const previousReference = index > 0 ? ` /Prev ${4 + index} 0 R` : '';
    return `<< /Title (${title}) /Parent 4 0 R${next}${previousReference} /Dest [${pageNumber(page - 1)} 0 R /XYZ 0 792 0] >>`;
  });
  const outlines = outline.length > 0 ? ' /Outlines 4 0 R' : '';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${outlines} >>`,
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Outlines /First 5 0 R /Last ${4 + outline.length} 0 R /Count ${outline.length} >>`,
    ...items,
    ...pages.flatMap((lines, index) => {
      const content = lines
        .map(({ size, x = 72, y, text }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`)
        .join('\n');
      const box = '/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R ${box} /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}
