/** zlint over what a server issues under the profiles that it has from the start, and under the starters: `node scripts/run-tests.ts clients zlint`. */
import { formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { lintCertificate, type Requirements } from '../../../packages/lint/src/index.ts';
import { ZLINT_ROWS } from '../../../packages/lint/test/zlint-rows.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { PUBLIC_STARTERS } from '../../e2e/support/starters.ts';
import { type Issued, ISSUED_SAMPLES, SAMPLE_SIZE } from './issued-samples.ts';
import { Zlint } from './zlint.ts';

describe('certificates that a server issues', () => {
  const shared = sharedServer();

  for (const { profiles, issue } of ISSUED_SAMPLES) {
    it(`under ${profiles} have no error to zlint nor to our lint (${SAMPLE_SIZE})`, async () => {
      const { ours, theirs } = await errorsOf(await issue(shared.server));
      // The others are for an organization's own clients: the Baseline Requirements are not about them.
      const counts = ({ profile, lint }: Found) => PUBLIC_STARTERS.has(profile) || lint in ZLINT_ROWS.rfc;
      assert.deepEqual(theirs.filter(counts), []);
      assert.deepEqual(ours, []);
    });
  }
});

interface Found {
  readonly profile: string;
  readonly lint: string;
}

/** Returns the errors that each program finds, once for each profile. */
async function errorsOf(
  issued: readonly Issued[],
): Promise<{ readonly ours: readonly Found[]; readonly theirs: readonly Found[] }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-issued-'));
  for (const [number, { certificate }] of issued.entries())
    writeFileSync(path.join(directory, `${number}.pem`), formatPem('CERTIFICATE', certificate.der));
  const zlint = await Zlint.build();
  const linted = await zlint.lint(directory);
  zlint.remove();
  rmSync(directory, { recursive: true });
  assert.equal(linted.length, SAMPLE_SIZE);
  const theirs = linted.flatMap(({ file, errors }) =>
    errors.map((lint) => ({ profile: issued[Number.parseInt(file)]!.profile, lint })),
  );
  const ours = issued.flatMap(({ profile, certificate }) =>
    lintCertificate(certificate.der, { requirements: requirementsOf(profile) })
      .filter(({ level }) => level === 'error')
      .map(({ rule }) => ({ profile, lint: rule })),
  );
  return { ours: once(ours), theirs: once(theirs) };
}

function requirementsOf(profile: string): readonly Requirements[] {
  const requirements = PUBLIC_STARTERS.get(profile);
  return requirements === undefined ? [] : [requirements];
}

function once(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((one) => [`${one.profile} ${one.lint}`, one])).values()];
}
