import { expect, it } from 'vitest';
import { CONFIG, dataOf, inspected, LINES } from './support.js';

const inspection = await inspected();
const open = dataOf(await inspection.toHtml({ documentName: 'Lindqvist.pdf' }));
const html = await inspection.toHtml({ documentName: 'Lindqvist.pdf', redact: true });
const redacted = dataOf(html);
await inspection.close();

/** Words of the document that the config and the library's own sentences do not say. */
const secrets = LINES.flatMap(({ text }) => text.match(/\p{L}{5,}/gu) ?? []).filter(
  (word) =>
    !new RegExp(`\\b${word}\\b`, 'iu').test(`${CONFIG} nothing window broken script alert onerror fleet`),
);

it('a redacted report says nothing that the document says', () => {
  expect(secrets).toEqual(expect.arrayContaining(['Maren', 'Lindqvist', 'Heron']));
  const said = JSON.stringify(redacted);
  expect(secrets.filter((word) => said.includes(word))).toEqual([]);
  expect(JSON.stringify(open)).toContain('Lindqvist');
  expect(html).not.toContain('Lindqvist');
});

it('a redacted report has no pictures', () => {
  expect(html).not.toContain('id="picture-0"');
  expect(redacted.pages.map(({ picture }) => picture)).toEqual(redacted.pages.map(() => undefined));
});

it('a redacted report keeps places, ids, types and the form of texts', () => {
  const places = (data: typeof open) => data.pages.map(({ lines }) => lines.map(({ path }) => path));
  expect(places(redacted)).toEqual(places(open));
  expect(redacted.fields.map(({ id, present }) => [id, present])).toEqual(
    open.fields.map(({ id, present }) => [id, present]),
  );
  const form = (text: string) =>
    text
      .replace(/\p{Lu}/gu, 'A')
      .replace(/\p{Ll}/gu, 'a')
      .replace(/\d/gu, '0');
  const forms = (data: typeof open) => data.pages.map(({ lines }) => lines.map(({ text }) => form(text)));
  expect(forms(redacted)).toEqual(forms(open));
  const policy = redacted.fields.find(({ id }) => id === 'policy');
  expect(policy?.value).toMatchObject({
    type: 'string',
    value: expect.stringMatching(/^[A-Z]-\d\d [A-Z]$/u),
  });
});

it('a reason of a redacted report quotes the config as it is, and the document in other words', () => {
  const reason = redacted.fields.find(({ id }) => id === 'missing')?.reason;
  expect(reason).toBe('anchor not found: no line matches "no such words"');
  const rows = redacted.fields.find(({ id }) => id === 'fees')?.runs[0]?.table?.rows;
  expect(rows?.map((row) => row.reason)).toContainEqual(expect.stringContaining('column "fee"'));
});

it('a value of a redacted report is what the page shows in its place, with its unit', () => {
  const paid = redacted.fields.find(({ id }) => id === 'claims')?.children[0]?.children[0]?.value;
  const place = open.pages[0]?.lines.findIndex(({ text }) => text === '$40.00');
  const shown = redacted.pages[0]?.lines[place!]?.text;
  expect(shown).toMatch(/^\$\d\d\.\d\d$/u);
  expect(paid).toEqual({ source: shown, value: shown, unit: '$', type: 'currency' });
});

it('a redacted report names files without their folders, and a document by its kind alone', async () => {
  const again = await inspected();
  const page = await again.toHtml({
    documentName: 'home/maren/Lindqvist.pdf',
    configName: 'home/maren/policy.json',
    redact: true,
  });
  await again.close();
  const { document, config } = dataOf(page);
  expect(document.name).toMatch(/^(?!Lindqvist)[A-Z][a-z]{8}\.pdf$/u);
  expect(config).toBe('policy.json');
});

it('a captured part of a printed word is that part of what the page shows', async () => {
  const again = await inspected({
    lines: [{ text: 'Policy no. P-7741', left: 1, top: 1 }],
    config: JSON.stringify({
      fields: [
        {
          id: 'digits',
          anchor: 'policy',
          method: { id: 'passthrough' },
          type: { id: 'custom', pattern: 'P-(\\d+)' },
        },
      ],
    }),
  });
  const { pages, fields } = dataOf(await again.toHtml({ redact: true }));
  await again.close();
  const value = fields[0]?.value as { readonly value: string };
  expect(value.value).toMatch(/^\d{4}$/u);
  expect(pages[0]?.lines[0]?.text).toContain(`-${value.value}`);
});
