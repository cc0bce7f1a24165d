/** Scans: what OCR is not sure of goes to a person. */
import { readFile } from 'node:fs/promises';
import { type Config, extract, parseConfig } from 'anchorline';

/** Under this a person looks. Of values that OCR read right, few are below it; try it on your own scans. */
const SURE = 0.85;

/** The values of a scan, and which of them to look at, each with the reason. */
export async function readScan(scan: Uint8Array, config: Config) {
  // With verbosity 3 each value says how sure OCR was of its lines.
  const { parsed_document, trace, ocr } = await extract(scan, { ...config, verbosity: 3 }, undefined, {
    trace: true,
  });
  const doubts = Object.entries(parsed_document).flatMap(([id, value]) => {
    if (value === null) return [`${id}: ${trace?.[id]?.at(-1)?.reason ?? 'missing'}`];
    const sure = 'valueConfidence' in value ? Number(value.valueConfidence) : 1;
    return sure < SURE ? [`${id}: OCR was ${sure.toFixed(2)} sure`] : [];
  });
  return { parsed_document, doubts, ocr };
}

const scan = new Uint8Array(await readFile('fixtures/documents/scan-print.pdf'));
const config = parseConfig(await readFile('fixtures/scans/configs/scan-print.json', 'utf8'));
const { parsed_document, doubts, ocr } = await readScan(scan, config);
for (const [id, value] of Object.entries(parsed_document)) {
  console.log(id, value && 'value' in value ? value.value : null);
}
console.log(doubts);
for (const { page, engine, confidence } of ocr?.pages ?? []) {
  console.log(`page ${page}: ${engine} was ${confidence?.toFixed(1)} sure`);
}
