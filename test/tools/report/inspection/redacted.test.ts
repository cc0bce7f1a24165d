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

it('a reason of a redacted report is a sentence whose quotes are replaced', () => {
  const reason = redacted.fields.find(({ id }) => id === 'missing')?.reason;
  expect(reason).toMatch(/^anchor not found: no line matches "[a-z ]+"$/u);
  expect(reason).not.toContain('no such words');
});
