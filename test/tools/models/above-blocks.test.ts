import { describe, expect, test } from 'vitest';
import { documentFromLines, extract } from '../../../src/index.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import type { RunFields } from '../../../src/tools/models/prove.js';
import { triedRows } from '../../../src/tools/models/prove-rows.js';

type Claim = readonly [number: string, person: string];
interface Policy {
  readonly policy: string;
  readonly claims: readonly Claim[];
}

const IDS = ['policy', 'claim', 'person'];
const asked = {
  id: 'claims',
  kind: 'rows' as const,
  description: 'claims',
  columns: IDS.map((id) => ({ id, type: undefined })),
};
const run: RunFields = async (document, config) => (await extract(document, config)).parsed_document;

const ONE: readonly (readonly Policy[])[] = [
  [
    {
      policy: 'PX44871',
      claims: [
        ['80031', 'Ada Lorne'],
        ['80047', 'Ben Frost'],
      ],
    },
  ],
  [
    {
      policy: 'QR10226',
      claims: [
        ['70112', 'Cy Marsh'],
        ['70190', 'Dee Holm'],
        ['70255', 'Eva Reed'],
      ],
    },
  ],
  [
    {
      policy: 'TB59310',
      claims: [
        ['61004', 'Flo Hart'],
        ['61288', 'Gus Vale'],
      ],
    },
  ],
];
const SEVERAL = ONE.map((own, i) => [...own, ...ONE[(i + 1) % ONE.length]!]);

/** Claims as blocks below the policy that they belong to. */
function lossRun(policies: readonly Policy[]) {
  const texts = [
    ['Loss report of the year'],
    ...policies.flatMap(({ policy, claims }) => [
      ['Contract', policy],
      ['Kept at', 'the harbour'],
      ...claims.flatMap(([number, person]) => [
        ['Claim', number],
        ['Injured person', person],
      ]),
    ]),
  ];
  return documentFromLines(
    texts.flatMap((row, i) => row.map((text, k) => ({ text, left: 1 + 2 * k, top: 0.5 + i * 0.35 }))),
  );
}

function rowsOf(policies: readonly Policy[]): readonly (readonly string[])[] {
  return policies.flatMap(({ policy, claims }) => claims.map((claim) => [policy, ...claim]));
}

function tried(all: readonly (readonly Policy[])[], answers = all.map(rowsOf)) {
  const samples = all.map((policies, i) => ({
    name: `${i}.pdf`,
    document: lossRun(policies),
    rows: { columns: IDS.map((id, c) => ({ id, values: answers[i]!.map((row) => ({ value: row[c]! })) })) },
  }));
  return triedRows(asked, samples, [2], builtInLanguage().types, run);
}

async function given(field: object | undefined, policies: readonly Policy[]) {
  const values = await run(lossRun(policies), { fields: [{ id: 'claims', ...field }] } as never);
  return (values['claims'] as readonly Readonly<Record<string, { readonly value: string } | null>>[]).map(
    (row) => IDS.map((id) => row[id]?.value),
  );
}

describe('what is printed above the blocks of rows', () => {
  test('a value above all blocks is in each of them', async () => {
    const { columns, field } = await tried(ONE);
    expect(columns).toEqual(IDS);
    const unseen = [{ policy: 'ZK77002', claims: ONE[1]![0]!.claims }];
    expect(await given(field, unseen)).toEqual(rowsOf(unseen));
  });

  test('a value above a group of blocks is in those of the group, and its caption ends the group before', async () => {
    const { columns, field } = await tried(SEVERAL);
    expect(columns).toEqual(IDS);
    expect(field).toMatchObject({ range: { externalRange: { anchor: { match: { reverse: true } } } } });
    const unseen = [...ONE[2]!, { policy: 'ZK77002', claims: ONE[0]![0]!.claims }];
    expect(await given(field, unseen)).toEqual(rowsOf(unseen));
  });

  test('it is not proven where the model has another value on one sample for all rows of a group', async () => {
    const all = [...ONE, [{ policy: 'VN30518', claims: ONE[1]![0]!.claims }]];
    const answers = all.map(rowsOf);
    const others = answers[0]!.map(([, ...claim]) => ['harbour', ...claim]);
    const { columns } = await tried(all, [others, ...answers.slice(1)]);
    expect(columns).toEqual(['claim', 'person']);
  });
});
