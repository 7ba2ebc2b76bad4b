/**
 * Damaged inputs, 25,000 of each kind, 50,000 of envelopes, 100,000 of requests in CRMF, SPKAC and CVC together and of keystores in JKS and BCFKS together,
 * others than the 5,000 of `npm test`; needs no other program, only time. With `MUTATIONS=100000` as many of each kind.
 */
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { type MutationCounts, mutationKinds, runMutations } from '../../../packages/pki/test/mutations.ts';
import { FORMS_OF_REQUESTS, readerOf } from '../../../packages/server/test/damaged-requests.ts';

const EACH = process.env['MUTATIONS'] === undefined ? undefined : Number(process.env['MUTATIONS']);
const COUNTS: ReadonlyMap<string, number> = new Map([
  ['crmf', 33_334],
  ['spkac', 33_334],
  ['cvc request', 33_334],
  ['jks', 50_000],
  ['bcfks', 50_000],
  ['envelope', 50_000],
]);

describe('a damaged input is read, or refused with an error of the package, within 50 ms', () => {
  for (const kind of mutationKinds()) {
    const count = EACH ?? COUNTS.get(kind) ?? 25_000;
    it(kind, async (t) => tell(t, count, await runMutations(kind, 1_000_000, count)));
  }
});

describe('a damaged request is read as an enrollment reads it, or refused as malformed, within 50 ms', () => {
  for (const { type, kind } of FORMS_OF_REQUESTS) {
    const count = EACH ?? (type === 'CVC' ? 100_000 : 10_000);
    it(`of type ${type}`, async (t) => tell(t, count, await runMutations(kind, 2_000_000, count, readerOf(type))));
  }
});

function tell(t: TestContext, count: number, { read, refused, slowestMilliseconds }: MutationCounts): void {
  const codes = `${refused.size} codes`;
  t.diagnostic(
    `${count} inputs: ${read} read, ${count - read} refused with ${codes}, slowest ${slowestMilliseconds} ms`,
  );
}
