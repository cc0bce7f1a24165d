/** Small office files built by hand, good and bad ones. */
import { strToU8, type Zippable, zipSync } from 'fflate';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export type Parts = Readonly<Record<string, string | Uint8Array>>;

export function archive(parts: Parts, level: 0 | 6 = 6): Uint8Array {
  const files: Zippable = {};
  for (const [name, part] of Object.entries(parts))
    files[name] = typeof part === 'string' ? strToU8(part) : part;
  return zipSync(files, { level });
}

/** A `.rels` part: id, type and target of each; a target of a link ends the list with its mode. */
export function relationships(
  ...list: readonly (readonly [id: string, type: string, target: string, external?: boolean])[]
): string {
  const entries = list.map(
    ([id, type, target, external]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  );
  return `${XML}<Relationships xmlns="${RELATIONSHIPS}">${entries.join('')}</Relationships>`;
}

/** A Word document with this inside of its body, and with more parts if need be. */
export function docx(body: string, parts: Parts = {}, level: 0 | 6 = 6): Uint8Array {
  const whole = {
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:mc="mc" xmlns:wps="wps"><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return archive(whole, level);
}

/** A header, footer, styles or numbering part. */
export function wordPart(root: string, content: string): string {
  return `${XML}<w:${root} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${root}>`;
}

/** A paragraph of plain text. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A workbook of one sheet with this inside of its `worksheet`, and with more parts if need be. */
export function xlsx(sheet: string, parts: Parts = {}, level: 0 | 6 = 6): Uint8Array {
  const whole = {
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet>${sheet}</worksheet>`,
    ...parts,
  };
  return archive(whole, level);
}
