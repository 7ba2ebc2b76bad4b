/** zlint over what a server issues under the profiles that it has from the start, and under the starters: `node scripts/run-tests.ts clients zlint`. */
import { type Certificate, formatPem, makeExtension, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { lintCertificate } from '../../packages/lint/src/index.ts';
import { ZLINT_ROWS } from '../../packages/lint/test/zlint-rows.ts';
import { enroll, sharedServer } from '../e2e/ca-rest-setup.ts';
import { newRequest } from '../e2e/enrollment.ts';
import { createStarters, issueUnderStarters, PUBLIC_STARTERS } from '../e2e/starters.ts';
import type { TestServer } from '../e2e/test-server.ts';
import { Zlint } from './zlint.ts';

const PROFILES = ['ENDUSER', 'SERVER', 'OCSPSIGNER'];
const COUNT = 1000;

describe('certificates that a server issues', () => {
  const shared = sharedServer();

  it(`under built-in profiles have no error of RFC 5280 to zlint nor to our lint (${COUNT})`, async () => {
    const issued = await Array.fromAsync(issueUnderBuiltIns(shared.server, COUNT));
    const { ours, theirs } = await errorsOf(issued);
    assert.deepEqual(
      theirs.filter(({ lint }) => lint in ZLINT_ROWS.rfc),
      [],
    );
    assert.deepEqual(ours, []);
  });

  it(`under the starters have no error to zlint nor to our lint (${COUNT})`, async () => {
    await createStarters(shared.server);
    const issued = await Array.fromAsync(issueUnderStarters(shared.server, COUNT), ({ starter, certificate }) => ({
      profile: starter,
      certificate,
    }));
    const { ours, theirs } = await errorsOf(issued);
    // The others are for an organization's own clients: the Baseline Requirements are not about them.
    const counts = ({ profile, lint }: Found) => PUBLIC_STARTERS.has(profile) || lint in ZLINT_ROWS.rfc;
    assert.deepEqual(theirs.filter(counts), []);
    assert.deepEqual(ours, []);
  });
});

interface Issued {
  readonly profile: string;
  readonly certificate: Certificate;
}

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
  assert.equal(linted.length, issued.length);
  const theirs = linted.flatMap(({ file, errors }) =>
    errors.map((lint) => ({ profile: issued[Number.parseInt(file)]!.profile, lint })),
  );
  const ours = issued.flatMap(({ profile, certificate }) =>
    lintCertificate(certificate.der)
      .filter(({ level }) => level === 'error')
      .map(({ rule }) => ({ profile, lint: rule })),
  );
  return { ours: once(ours), theirs: once(theirs) };
}

function once(found: readonly Found[]): readonly Found[] {
  return [...new Map(found.map((one) => [`${one.profile} ${one.lint}`, one])).values()];
}

async function* issueUnderBuiltIns(server: TestServer, count: number): AsyncGenerator<Issued> {
  for (let number = 0; number < count; number++) {
    const host = `host-${number}.example.org`;
    const names = [
      { type: 'dNSName', value: host } as const,
      ...(number % 2 === 0 ? [{ type: 'rfc822Name', value: `user-${number}@example.org` } as const] : []),
    ];
    const profile = PROFILES[number % PROFILES.length]!;
    const certificate = await enroll(
      server,
      newRequest({
        username: `user-${number}`,
        subject: SUBJECTS[number % SUBJECTS.length]!(host),
        profile,
        extensions: number % 5 === 0 ? [] : [makeExtension(subjectAltName, names, false)],
      }),
    );
    yield { profile, certificate };
  }
}

/** Subjects with attributes of several types, and characters of several scripts. */
const SUBJECTS: readonly ((host: string) => string)[] = [
  (host) => `CN=${host}`,
  (host) => `CN=${host},O=Example,C=SE`,
  (host) => `serialNumber=12345,CN=${host},OU=Łódź,O=Пример,L=Αθήνα,ST=東京,C=JP`,
  (host) => `GIVENNAME=Zoë,SURNAME=O'Neil,CN=${host},DC=example,DC=org`,
];
