/** `verifyShare`: a model is asked beside the layout, and a person decides where they differ. */
import { expect, test } from 'vitest';
import type { MetricName } from '../../src/service/metrics.js';
import { PrometheusMetrics } from '../../src/service/prometheus.js';
import { type Attributes, noTelemetry } from '../../src/service/telemetry.js';
import { answersByField, scripted } from '../../src/tools/models/index.js';
import { type Harness, harness, totalConfig, typeWith, uploaded } from './harness.js';

const DOCUMENT = 'Total: 12\nAmount due: 99\n';
const ITEMS = { id: 'list', description: 'items', properties: [{ id: 'name', description: 'name' }] };

/** The layout first, and a question of the same id after it, as distilled configs have them. */
function config(): object {
  const { fields } = totalConfig() as { fields: readonly object[] };
  const group = { id: 'queryGroup', queries: [{ id: 'total', description: 'amount due' }] };
  return { fields: [...fields, { method: group }, { id: 'items', method: ITEMS }] };
}

async function service(
  answers: Parameters<typeof answersByField>[0],
  random?: (bytes: number) => Uint8Array,
) {
  const model = scripted(answersByField(answers));
  const metrics = new PrometheusMetrics();
  const measured: unknown[] = [];
  const h = await harness({
    llm: { providers: { 'open-ai': model } },
    telemetry: {
      ...noTelemetry,
      measure(name: MetricName, value: number, attributes?: Attributes) {
        metrics.measure(name, value, attributes);
        if (name === 'layoutDisagreements') measured.push([value, attributes]);
      },
    },
    ...(random && { random }),
  } as never);
  return { ...h, model, metrics, measured };
}

const shown = async ({ call }: Harness, id: string) => (await call('GET', `/documents/${id}`)).body;
const asksOf = (model: { requests: readonly { meta: { fieldIds: readonly string[] } }[] }, id: string) =>
  model.requests.filter(({ meta }) => meta.fieldIds.includes(id)).length;

test('layout and model that differ open a review with both values and their places, and are counted', async () => {
  const h = await service({ total: '99' });
  await typeWith(h, 'invoices', { north: config() }, { verifyShare: 1 });
  const id = await uploaded(h, 'invoices', DOCUMENT);
  const extraction = await shown(h, id);
  expect(extraction).toMatchObject({
    status: 'COMPLETE',
    reviewStatus: 'NEEDS_REVIEW',
    review_version: 2,
    parsed_document: { total: { value: '12' } },
    disagreements: [
      {
        field_id: 'total',
        layout: { value: '12', lines: [{ text: 'Total: 12', page: 0 }] },
        model: { value: '99', lines: [{ text: 'Amount due: 99', page: 0 }] },
      },
    ],
  });
  expect(extraction.disagreements[0].layout.lines[0].boundingPolygon).toHaveLength(4);
  expect(h.measured).toEqual([[1, { type: 'invoices', configuration: 'north' }]]);
  expect(await h.metrics.text([])).toContain(
    'anchorline_layout_disagreements_total{type="invoices",configuration="north"} 1',
  );
  expect(h.errors).toEqual([]);

  const body = { reviewStatus: 'APPROVED', fields: { total: '99' }, version: 2 };
  const decided = await h.call('PUT', `/extractions/${id}`, { body });
  expect(decided.body).toMatchObject({
    reviewStatus: 'APPROVED',
    parsed_document: { total: { value: '99' } },
  });
});

test('what computed fields hide from the result is compared all the same', async () => {
  const h = await service({ total: '99' });
  const hidden = {
    ...config(),
    computed_fields: [{ id: 'hidden', method: { id: 'suppressOutput', source_ids: ['total'] } }],
  };
  await typeWith(h, 'invoices', { north: hidden }, { verifyShare: 1 });
  const id = await uploaded(h, 'invoices', DOCUMENT);
  const extraction = await shown(h, id);
  expect(extraction.parsed_document).not.toHaveProperty('total');
  expect(extraction.disagreements).toMatchObject([{ field_id: 'total', model: { value: '99' } }]);
});

test('rows that are hidden and shown as objects are named as the result names them', async () => {
  const rows = { id: 'list', description: 'cars', properties: [{ id: 'name', description: 'name' }] };
  const name = { id: 'name', anchor: 'Car', method: { id: 'label', position: 'left' } };
  const sections = { type: 'sections', range: { anchor: 'Car' }, fields: [name] };
  const held = { source_ids: ['cars_rows'] };
  const h = await service({ cars_rows: [['Dover'], ['Calais'], ['Ostend']] });
  const cars = {
    fields: [
      { id: 'cars_rows', ...sections },
      { id: 'cars_rows', method: rows },
    ],
    computed_fields: [
      { id: 'cars', method: { id: 'zip', ...held } },
      { id: 'cars_hidden', method: { id: 'suppressOutput', ...held } },
    ],
  };
  await typeWith(h, 'schedules', { north: cars }, { verifyShare: 1 });
  const id = await uploaded(h, 'schedules', 'Car: Dover\nCar: Calais\nTowed: Ostend\n');
  const extraction = await shown(h, id);
  expect(extraction.parsed_document.cars).toHaveLength(2);
  expect(extraction.disagreements).toEqual([{ field_id: 'cars', layout: { rows: 2 }, model: { rows: 3 } }]);
});

test('what agrees, what the model does not find, and what is not printed opens none', async () => {
  for (const total of ['12', null, '4711']) {
    const h = await service({ total });
    await typeWith(h, 'invoices', { north: config() }, { verifyShare: 1 });
    const id = await uploaded(h, 'invoices', DOCUMENT);
    expect(asksOf(h.model, 'total')).toBe(1);
    expect(await shown(h, id)).not.toHaveProperty('reviewStatus');
    expect(await shown(h, id)).not.toHaveProperty('disagreements');
  }
});

test('a share is drawn for each extraction; without one no model is asked beside the layout', async () => {
  const draws = (byte: number) => (bytes: number) => new Uint8Array(bytes).fill(byte);
  for (const [byte, share, asks] of [
    [0x30, 0.25, 1],
    [0x50, 0.25, 0],
    [0x00, undefined, 0],
  ] as const) {
    const h = await service({ total: '99' }, draws(byte));
    await typeWith(h, 'invoices', { north: config() }, share === undefined ? {} : { verifyShare: share });
    await uploaded(h, 'invoices', DOCUMENT);
    expect(asksOf(h.model, 'total')).toBe(asks);
  }
});

test('a share is between 0 and 1, and null takes it back', async () => {
  const h = await service({});
  const wrong = await h.call('POST', '/document_types', {
    body: { name: 'invoices', schema: { verifyShare: 2 } },
  });
  expect(wrong.status).toBe(400);
  const id = await typeWith(h, 'invoices', {}, { verifyShare: 0.5 });
  const type = await h.call('PUT', `/document_types/${id}`, { body: { schema: { verifyShare: null } } });
  expect(type.body.schema).not.toHaveProperty('verifyShare');
});
