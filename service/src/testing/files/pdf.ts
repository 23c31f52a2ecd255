import { deflateSync } from 'node:zlib';

const stringOf = (text: string) => `(${text.replaceAll(/[\\()]/g, (mark) => `\\${mark}`)})`;

const assemble = (objects: readonly Buffer[], trailer: string): Buffer => {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, body] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += whole.length;
    parts.push(whole);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  parts.push(Buffer.from(`${head}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n`));
  parts.push(Buffer.from(`startxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
};

const stream = (content: Buffer, more = '') =>
  Buffer.concat([Buffer.from(`<< /Length ${content.length} ${more}>>\nstream\n`), content, Buffer.from('\nendstream')]);

/** A PDF with these lines on each of its pages. */
export const pdf = (pages: readonly (readonly string[])[], trailer = '', more: readonly string[] = []): Buffer => {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((text) => Buffer.from(text));
  for (const [index, lines] of pages.entries()) {
    const font = '/Resources << /Font << /F1 3 0 R >> >>';
    const layout = `/MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R`;
    objects.push(Buffer.from(`<< /Type /Page /Parent 2 0 R ${font} ${layout} >>`));
    objects.push(
      stream(
        Buffer.from(`BT /F1 11 Tf 14 TL 40 790 Td ${lines.map((line) => `${stringOf(line)} Tj T*`).join(' ')} ET`),
      ),
    );
  }
  return assemble([...objects, ...more.map((text) => Buffer.from(text))], trailer);
};

/** A PDF that needs a password. */
export const lockedPdf = (): Buffer => {
  const secret = `<${'5a'.repeat(32)}>`;
  const lock = `<< /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >>`;
  return pdf([['Secret']], `/Encrypt 6 0 R /ID [<00><00>]`, [lock]);
};

/** A PDF of a few kilobytes whose only page unpacks to `megabytes`. */
export const pdfBomb = (megabytes: number): Buffer => {
  const operators = Buffer.from('(x) Tj\n'.repeat(Math.ceil((megabytes * 1024 * 1024) / 7)));
  const once = deflateSync(operators, { level: 1 });
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>';
  return assemble(
    [
      Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
      Buffer.from('<< /Type /Pages /Kids [4 0 R] /Count 1 >>'),
      Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
      Buffer.from(page),
      stream(deflateSync(once, { level: 9 }), '/Filter [/FlateDecode /FlateDecode] '),
    ],
    '',
  );
};
