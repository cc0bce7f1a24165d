/** A page that shows a document, where its values are, and the JSON that a config makes of it. */
import { extract } from '../../src/index.js';
import { inspect } from '../../src/tools/report/index.js';

/** Pixels an inch of the document. */
const DPI = 82;
/** Inches of the page that are shown: from its top to below the totals. */
const HEIGHT = 6.35;
/** Colours of fields, in turn; each is dark enough to be read on white. */
const COLOURS = ['#0b6e4f', '#9a3412', '#1d4ed8', '#7c3aed', '#b45309'];
/** Fields that are shown, in the order of the picture. */
const SHOWN = ['invoice_number', 'invoice_date', 'customer', 'purchase_order', 'total_due'];

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** @returns HTML of the page; its element `main` is the picture */
export async function documentToJson(bytes: Uint8Array, config: string): Promise<string> {
  const { parsed_document, trace = {} } = await extract(bytes, config, undefined, { trace: true });
  const inspection = await inspect(bytes, config);
  const { png } = await inspection.pages[0]!.toImage({ draw: [], dpi: DPI * 2 });
  await inspection.close();
  const boxes = SHOWN.flatMap((id, index) =>
    (trace[id]?.[0]?.lines ?? []).map(({ boundingPolygon }) => frame(boundingPolygon, COLOURS[index]!)),
  );
  const members = SHOWN.map(
    (id, index) =>
      `  <b style="color:${COLOURS[index]}">"${id}"</b>: ${escaped(compact(parsed_document[id]))}`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; }
    main { display: flex; width: 1180px; gap: 28px; padding: 22px; box-sizing: border-box; align-items: center;
      background: #eef1f5; border-radius: 14px; font: 15px/1.5 system-ui, sans-serif; }
    .paper { position: relative; flex: none; width: ${8.5 * DPI - 44}px; height: ${HEIGHT * DPI}px; overflow: hidden;
      background: #fff; box-shadow: 0 1px 6px #0003; border-radius: 4px; }
    .paper img { position: absolute; left: -22px; top: 0; width: ${8.5 * DPI}px; }
    .paper i { position: absolute; border: 2px solid; border-radius: 4px; }
    pre { margin: 0; font: 13px/1.65 ui-monospace, 'DejaVu Sans Mono', monospace; color: #1c2430; white-space: pre-wrap; }
  </style><main><div class="paper"><img src="data:image/png;base64,${Buffer.from(png).toString('base64')}">${boxes.join('')}</div>
  <pre>{\n${members.join(',\n')}\n}</pre></main>`;
}

function frame(polygon: readonly Corner[], colour: string): string {
  const xs = polygon.map(({ x }) => x * DPI);
  const ys = polygon.map(({ y }) => y * DPI);
  const [left, top] = [Math.min(...xs) - 26, Math.min(...ys) - 1];
  const size = `width:${Math.max(...xs) - Math.min(...xs) + 4}px;height:${Math.max(...ys) - Math.min(...ys) + 1}px`;
  return `<i style="left:${left}px;top:${top}px;${size};color:${colour}"></i>`;
}

/** A value on few lines, as people write JSON. */
function compact(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const members = Object.entries(value).map(([name, each]) => `"${name}": ${JSON.stringify(each)}`);
  return `{\n    ${members.join(',\n    ')} }`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
